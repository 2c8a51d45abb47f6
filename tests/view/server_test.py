#!/usr/bin/env python3
"""hpcast view's server from the outside: server_test.py BUILD_TREE CASE

What it serves, what it refuses (and that it still serves afterwards), how it ends, and that live
forecasts are those of hpcast memory. A case is a function test_CASE.
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

BUILD = os.path.realpath(sys.argv[1])
HPCAST = BUILD + '/tests/view/with/bin/hpcast'
GOLDEN = os.path.realpath(os.path.dirname(__file__) + '/../golden')
MACHINES = os.path.realpath(GOLDEN + '/../../machines')
MACHINE, TRACE = GOLDEN + '/two-cores.dat.json', GOLDEN + '/triad.trace'
DEADLINE = 500  # s; nothing here takes long, and what hangs is a fault
DEADLINE_OF_ALL = 1400  # before CTest's, which would leave a viewer behind


def machine_text():
    with open(MACHINE, encoding='utf-8') as file:
        return file.read()


def give_up(*_):
    raise TimeoutError(f'the case is not over after {DEADLINE_OF_ALL} s')


def use_default_signals():
    # A shell that runs tests in the background has them deaf to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Answer:
    """A response, read to the end of the connection; status 0: there was none."""

    def __init__(self, data):
        head, _, self.body = data.partition(b'\r\n\r\n')
        lines = head.decode('latin-1').split('\r\n')
        self.status = int(lines[0].split()[1]) if data.startswith(b'HTTP/') else 0
        self.headers = {name.lower(): value.strip()
                        for name, _, value in (line.partition(':') for line in lines[1:])}


class Viewer:
    """A running hpcast view."""

    def __init__(self, *arguments, environment=None, browser=False):
        command = [HPCAST, 'view', *([] if browser else ['--no-browser']), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, preexec_fn=use_default_signals, bufsize=0)
        try:
            line = self.process.stdout.readline().decode()
            match = re.fullmatch(r'Viewer: http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})\n', line)
            assert match, (line, self.kill()[1])
            self.port, self.token = int(match[1]), match[2]
            assert self.process.stdout.readline() == b'Ctrl-C ends it.\n'
        except BaseException:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            if self.process.poll() is None:
                self.end()
        finally:
            self.kill()

    def kill(self):
        """What it had still to say; nothing where it has ended."""
        if self.process.returncode is not None:
            return b'', b''
        self.process.kill()
        return self.process.communicate()

    def end(self, signal_number=signal.SIGTERM):
        """It ends at once, with 0, and nobody listens any more."""
        self.process.send_signal(signal_number)
        started = time.monotonic()
        output, errors = self.process.communicate(timeout=DEADLINE)
        assert self.process.returncode == 0, (self.process.returncode, output, errors)
        assert not errors, errors
        assert time.monotonic() - started < 9  # it does not wait for a connection to be idle too long
        with socket.socket() as other:
            assert other.connect_ex(('127.0.0.1', self.port)) != 0
        return output.decode()

    def connect(self):
        connection = socket.create_connection(('127.0.0.1', self.port), timeout=DEADLINE)
        return connection

    def raw(self, data):
        """The answer to these bytes."""
        with self.connect() as connection:
            received = b''
            try:
                connection.sendall(data)
                while block := connection.recv(1 << 16):
                    received += block
            except (ConnectionResetError, BrokenPipeError):
                pass  # it stopped reading
            return Answer(received)

    def request(self, method, path, headers, body=b''):
        fields = {'Host': f'127.0.0.1:{self.port}', 'Connection': 'close', **headers}
        lines = ''.join(f'{name}: {value}\r\n' for name, value in fields.items() if value is not None)
        return self.raw(f'{method} {path} HTTP/1.1\r\n{lines}\r\n'.encode('latin-1') + body)

    def page(self, **headers):
        return self.request('GET', f'/?token={self.token}',
                            {name.replace('_', '-'): value for name, value in headers.items()})

    def head_of_forecast(self, length):
        return {'X-Hpcast-Token': self.token, 'Content-Type': 'application/json',
                'Origin': f'http://127.0.0.1:{self.port}', 'Content-Length': str(length)}

    def forecast(self, text, **headers):
        body = text.encode() if isinstance(text, str) else text
        more = {name.replace('_', '-'): value for name, value in headers.items()}
        return self.request('POST', '/forecast', {**self.head_of_forecast(len(body)), **more}, body)

    def progress(self):
        answer = self.request('GET', '/progress', {'X-Hpcast-Token': self.token})
        assert answer.status == 200
        return json.loads(answer.body)

    def must_serve(self):
        answer = self.page()
        assert answer.status == 200 and b'Behind the data.' in answer.body, answer.status

    def wait_for_room(self):
        """Until not all connections that it takes at a time are taken."""
        started = time.monotonic()
        while self.page().status != 200:
            assert time.monotonic() - started < DEADLINE
            time.sleep(0.1)

    def must_refuse(self, answer, *statuses):
        """It was refused, without a word of the page's, and the page is still served."""
        assert answer.status in statuses, (answer.status, statuses, answer.body[:200])
        assert self.token.encode() not in answer.body and b'hpcast-data' not in answer.body
        self.must_serve()


def data_of(page):
    match = re.search(rb'<script type="application/json" id="hpcast-data">(.*?)</script>', page, re.S)
    return json.loads(match[1])


def hpcast_memory(machine, *arguments):
    """The result of hpcast memory on this text in place of the machine's file, as text."""
    with open(machine, encoding='utf-8') as file:
        assert json.load(file)
    return subprocess.run([HPCAST, 'memory', machine, TRACE, '--json', '-', *arguments], check=True,
                          stdout=subprocess.PIPE, timeout=DEADLINE).stdout.decode()


def without_run(text):
    before, rest = text.split('"run": {', 1)
    return before + re.sub(r'^[^}]*}', '', rest)


def changed(change):
    """The machine's text after change(its JSON)."""
    machine = json.loads(machine_text())
    change(machine)
    return json.dumps(machine, indent=1)


def with_bandwidth(value):
    return changed(lambda m: m['mem_class'][0].update(read_bandwidth=value))


def with_capacity(value):
    return changed(lambda m: m['cache_class'][1].update(capacity=value))


# --- What is served -----------------------------------------------------------------------------


def test_page():
    with Viewer(MACHINE, 'epyc-7702x2-nps4') as viewer:
        answer = viewer.page()
        assert answer.status == 200
        assert answer.headers['content-type'] == 'text/html; charset=utf-8'
        assert answer.headers['cache-control'] == 'no-store'
        assert answer.headers['x-content-type-options'] == 'nosniff'
        assert answer.headers['x-frame-options'] == 'DENY'
        assert answer.headers['referrer-policy'] == 'no-referrer'
        policy = answer.headers['content-security-policy'].split('; ')
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "connect-src 'self'" in policy and "form-action 'none'" in policy
        data = data_of(answer.body)
        assert [file['name'] for file in data['files']] == ['two-cores.dat.json',
                                                            'epyc-7702x2-nps4.dat.json']
        assert data['files'][0]['text'] == machine_text()
        assert 'live' not in data
        assert viewer.page(Host=f'localhost:{viewer.port}').status == 200
        # Several requests in one connection.
        with viewer.connect() as connection:
            for _ in range(3):
                connection.sendall(f'GET /?token={viewer.token} HTTP/1.1\r\n'
                                   f'Host: 127.0.0.1:{viewer.port}\r\n\r\n'.encode())
                received = b''
                while b'Behind the data.</p>\n' not in received:
                    block = connection.recv(1 << 16)
                    assert block, received
                    received += block


def test_no_file():
    with Viewer() as viewer:
        assert data_of(viewer.page().body) == {'files': []}


def test_names_of_files():
    with tempfile.TemporaryDirectory() as folder:
        for name in 'ab':
            os.mkdir(f'{folder}/{name}')
            with open(f'{folder}/{name}/r.json', 'w', encoding='utf-8') as file:
                file.write('{"x": "</script>\u2028é"}')
        with Viewer(folder + '/a/r.json', folder + '/b/r.json', MACHINE) as viewer:
            files = data_of(viewer.page().body)['files']
            assert [file['name'] for file in files] == [
                folder + '/a/r.json', folder + '/b/r.json', 'two-cores.dat.json']
            assert files[0]['text'] == '{"x": "</script>\u2028é"}'


def test_loopback_only():
    with Viewer() as viewer:
        with open('/proc/net/tcp', encoding='ascii') as table:
            listening = [line.split()[1] for line in table if line.split()[3] == '0A']
        assert f'0100007F:{viewer.port:04X}' in listening
        assert f'00000000:{viewer.port:04X}' not in listening


# --- What is refused ----------------------------------------------------------------------------


def test_unauthorized():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        other = ('0' if viewer.token[0] != '0' else '1') + viewer.token[1:]
        for token in ['', '0', other, viewer.token + '0', viewer.token[:-1], viewer.token.upper() + 'x',
                      '%00', viewer.token + '%00', '\x00' * 32, 'é']:
            for path in [f'/?token={token}', f'/?x=1&token={token}', f'/?{token}']:
                viewer.must_refuse(viewer.request('GET', path, {}), 403, 400)
            viewer.must_refuse(viewer.forecast(machine_text(), X_Hpcast_Token=token), 403, 400)
        for path in ['/', '/?', '/?token', '/progress', '/forecast', '/favicon.ico', '/x']:
            viewer.must_refuse(viewer.request('GET', path, {}), 403)
        # A link's token opens the page alone: no form can send the header.
        viewer.must_refuse(viewer.request('POST', f'/forecast?token={viewer.token}', {
            'Content-Type': 'application/json', 'Content-Length': '2'}, b'{}'), 403)
        for host in ['evil.example', f'evil.example:{viewer.port}', '127.0.0.1', '127.0.0.1:1', '',
                     f'127.0.0.1:{viewer.port}.evil.example', f'[::1]:{viewer.port}',
                     f'localhost:{viewer.port}@evil.example']:
            viewer.must_refuse(viewer.page(Host=host), 403, 400)
        viewer.must_refuse(viewer.page(Host=None), 400, 403)
        viewer.must_refuse(viewer.raw(f'GET /?token={viewer.token} HTTP/1.0\r\n\r\n'.encode()), 403)
        for origin in ['http://evil.example', 'null', f'https://127.0.0.1:{viewer.port}',
                       'http://127.0.0.1', f'http://127.0.0.1:{viewer.port}.evil.example']:
            viewer.must_refuse(viewer.page(Origin=origin), 403)
            viewer.must_refuse(viewer.forecast(machine_text(), Origin=origin), 403)


def test_paths():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        token = {'X-Hpcast-Token': viewer.token}
        for path in ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd',
                     '/files/two-cores.dat.json', '/two-cores.dat.json', MACHINE, '/etc/passwd',
                     '//etc/passwd', '/./', '/%2f', '/forecast/', '/%66orecast', '/progress%00',
                     '/index.html', '/?/../etc/passwd', 'file:///etc/passwd',
                     'http://127.0.0.1/etc/passwd', '/%00', '/\\..\\etc']:
            query = ('&' if '?' in path else '?') + f'token={viewer.token}'
            for headers in [token, {}]:
                answer = viewer.request('GET', path + query, headers)
                if path.startswith('/?'):
                    assert answer.status == 200 and b'root:' not in answer.body
                    continue
                viewer.must_refuse(answer, 404, 403, 400)
                assert b'root:' not in answer.body


def test_methods():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        for method in ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'X' * 99]:
            answer = viewer.request(method, f'/?token={viewer.token}', {})
            viewer.must_refuse(answer, 405)
            assert answer.headers['allow'] == 'GET'
        for method in ['GET', 'HEAD', 'PUT', 'OPTIONS']:
            answer = viewer.request(method, '/forecast', {'X-Hpcast-Token': viewer.token})
            viewer.must_refuse(answer, 405)
            assert answer.headers['allow'] == 'POST'


def draw(viewer, text, **headers):
    body = text.encode()
    more = {name.replace('_', '-'): value for name, value in headers.items()}
    return viewer.request('POST', '/network', {**viewer.head_of_forecast(len(body)), **more}, body)


def test_network():
    """A network that the page opens is drawn as the command line draws it, and nothing else is."""
    with open(MACHINES + '/k-computer.ndl.json', encoding='utf-8') as file:
        text = file.read()
    with Viewer() as viewer:
        answer = draw(viewer, text)
        assert answer.status == 200 and answer.headers['content-type'] == 'application/json'
        svg = subprocess.run([HPCAST, 'show', 'k-computer', '--format', 'svg'], check=True,
                             stdout=subprocess.PIPE, timeout=DEADLINE).stdout.decode()
        shown = json.loads(answer.body)
        assert shown['svg'] == svg and shown['shape'].startswith('tofu, 24 x 18')
        assert any(fact['name'] == 'diameter' for fact in shown['facts'])
        for bad, pointer in [(text.replace('"tofu"', '"ring"'), '/topology/type'),
                             (machine_text(), ''), ('{', ''), ('', ''), ('[' * 100000, '')]:
            answer = draw(viewer, bad)
            viewer.must_refuse(answer, 422)
            faults = json.loads(answer.body)['faults']
            assert faults[0]['pointer'] == pointer or not pointer, faults
        viewer.must_refuse(draw(viewer, text, X_Hpcast_Token='0'), 403)
        viewer.must_refuse(draw(viewer, text, Origin='http://evil.example'), 403)
        viewer.must_refuse(draw(viewer, text, Content_Type='text/plain'), 415)
        viewer.must_refuse(draw(viewer, text, Content_Length=str((4 << 20) + 1)), 413)
        viewer.must_refuse(viewer.request('GET', '/network', {'X-Hpcast-Token': viewer.token}), 405)


def test_without_trace():
    with Viewer(MACHINE) as viewer:
        viewer.must_refuse(viewer.forecast(machine_text()), 404)
        viewer.must_refuse(viewer.request('GET', '/progress', {'X-Hpcast-Token': viewer.token}), 404)


def test_bodies():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        for kind in ['text/plain', 'application/x-www-form-urlencoded', '', None,
                     'application/json5', 'multipart/form-data; boundary=x']:
            viewer.must_refuse(viewer.forecast('{}', Content_Type=kind), 415)
        for length in [(64 << 20) + 1, 1 << 40, 10**18, 10**30]:
            viewer.must_refuse(viewer.request('POST', '/forecast', viewer.head_of_forecast(length)),
                               413, 400)
        for length in ['-1', 'x', '1 1', '']:
            viewer.must_refuse(
                viewer.request('POST', '/forecast', viewer.head_of_forecast(length), b'{}'), 400, 411)
        chunks = {**viewer.head_of_forecast(0), 'Content-Length': None,
                  'Transfer-Encoding': 'chunked'}
        viewer.must_refuse(viewer.request('POST', '/forecast', chunks), 411)
        # Without an end: it must stop reading.
        viewer.must_refuse(viewer.request('POST', '/forecast', chunks,
                                          b'10000\r\n' + b'x' * 65536 + b'\r\n' * 500), 411, 0)
        # More than was told, and less.
        viewer.must_refuse(viewer.request('POST', '/forecast', viewer.head_of_forecast(2),
                                          b'{}' + b'x' * 10000), 422)
        with viewer.connect() as connection:
            fields = ''.join(f'{n}: {v}\r\n' for n, v in viewer.head_of_forecast(1000).items())
            connection.sendall(f'POST /forecast HTTP/1.1\r\nHost: 127.0.0.1:{viewer.port}\r\n'
                               f'{fields}\r\n{{'.encode())
        viewer.must_serve()
        viewer.must_refuse(viewer.request('GET', '/x', {'Content-Length': '5'}, b'12345'), 403)
        viewer.must_refuse(viewer.request('GET', f'/?token={viewer.token}', {'Content-Length': '5'},
                                          b'12345'), 0)


def test_no_http():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        host = f'Host: 127.0.0.1:{viewer.port}\r\n'.encode()
        get = f'GET /?token={viewer.token} HTTP/1.1\r\n'.encode()
        refused = (400, 403, 404, 405, 413, 414, 431, 501, 505, 0)
        for data in [b'', b'\r\n', b'\x00' * 1000, b'GET\r\n\r\n', b'GET / \r\n\r\n', b' / HTTP/1.1\r\n\r\n',
                     b'GET / HTTP/9.9\r\n' + host + b'\r\n', b'GET /\x00 HTTP/1.1\r\n' + host + b'\r\n',
                     b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + bytes(range(256)),
                     b'GET / HTTP/1.1\r\nHost\r\n\r\n', b'GET / HTTP/1.1\r\n: x\r\n\r\n',
                     b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', bytes(range(256)) * 100,
                     get + b'Host: \x00' + b'\r\n\r\n', get + host + b'X: ' + b'x' * 200000 + b'\r\n\r\n',
                     get + host + b'X: y\r\n' * 50000 + b'\r\n', b'GET /' + b'a' * 200000,
                     b'G' * 200000]:
            with viewer.connect() as connection:
                received = b''
                try:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    while block := connection.recv(1 << 16):
                        received += block
                except (ConnectionResetError, BrokenPipeError, OSError):
                    pass
            viewer.must_refuse(Answer(received), *refused)


def test_slow_client():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        head, body, silent = viewer.connect(), viewer.connect(), viewer.connect()
        head.sendall(b'GET /?token=')
        fields = ''.join(f'{n}: {v}\r\n' for n, v in viewer.head_of_forecast(1000).items())
        body.sendall(f'POST /forecast HTTP/1.1\r\nHost: 127.0.0.1:{viewer.port}\r\n{fields}\r\n{{'
                     .encode())
        viewer.must_serve()
        assert viewer.forecast(machine_text()).status == 200
        # None of them stays for ever.
        for connection in [head, body, silent]:
            try:
                while connection.recv(1 << 16):
                    pass
            except ConnectionResetError:
                pass
        viewer.must_serve()
        # One that never reads its answer.
        deaf = [viewer.connect() for _ in range(4)]
        for connection in deaf:
            connection.sendall((f'GET /?token={viewer.token} HTTP/1.1\r\n'
                                f'Host: 127.0.0.1:{viewer.port}\r\n\r\n').encode() * 100)
        viewer.must_serve()


def test_silent_connections():
    """Who says nothing, or dawdles over a head, keeps nobody out."""
    with Viewer(MACHINE) as viewer:
        for began in [b'', b'GET /?token=']:
            silent = [viewer.connect() for _ in range(16)]
            for connection in silent:
                connection.sendall(began)
            viewer.must_serve()  # as the 17th, before the silent ones are closed for their silence
            connections = [viewer.connect() for _ in range(100)]
            viewer.wait_for_room()
            for connection in silent + connections:
                connection.close()


def test_crowd():
    with Viewer(MACHINE) as viewer:
        crowd = [viewer.connect() for _ in range(100)]
        viewer.wait_for_room()  # until the idle ones have to go
        for connection in crowd:
            connection.close()
        viewer.wait_for_room()
        viewer.must_serve()


# --- Forecasts ----------------------------------------------------------------------------------


def must_agree(*options):
    """Live answers to some machines are those of hpcast memory with the same options."""
    with tempfile.TemporaryDirectory() as folder:
        path = folder + '/m.dat.json'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(machine_text())
        with Viewer('--trace', TRACE, *options, path) as viewer:
            assert data_of(viewer.page().body)['live'] == {'trace': TRACE}
            for text, simulated in [(machine_text(), 'yes'), (machine_text(), 'no'),
                                    (with_bandwidth('5 GB/s'), 'no'), (with_capacity(16384), 'yes'),
                                    (with_bandwidth('7 GB/s'), 'no'), (with_capacity(16384), 'no')]:
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
                answer = viewer.forecast(text)
                assert answer.status == 200, answer.body
                assert answer.headers['content-type'] == 'application/json'
                assert answer.headers['x-hpcast-simulated'] == simulated, text
                assert without_run(answer.body.decode()) == without_run(
                    hpcast_memory(path, *options))
            assert viewer.progress() == {}


def test_forecast():
    must_agree()


def test_forecast_of_the_machine_among_files():
    """The first file that is neither a result nor a network, as in the page."""
    with tempfile.TemporaryDirectory() as folder:
        result = folder + '/result.json'
        with open(result, 'w', encoding='utf-8') as file:
            file.write(hpcast_memory(MACHINE))
        with Viewer('--trace', TRACE, result, 'k-computer', MACHINE, 'i7-7700k',
                    '--pin', 'core1') as viewer:
            answer = viewer.forecast(machine_text())
            assert answer.status == 200, answer.body
            assert json.loads(answer.body)['inputs'][0]['path'] == MACHINE


def test_forecast_with_options():
    must_agree('--only', 'triad', '--pin', 'core1,core0', '--set', 'L1.capacity=2048')
    must_agree('--sample', 'sets:2', '--coherence', 'msi')
    must_agree('--placement', 'node:0', '--page-size', '8192', '--interval', '64')


def test_forecast_with_operations():
    with tempfile.NamedTemporaryFile('w', suffix='.csv') as file:
        file.write('thread,phase,instructions,dp_flops\n0,triad,1000000,2000000\n')
        file.flush()
        must_agree('--operations', file.name)


def break_three(machine):
    machine['cache_class'][0]['replacement'] = 'lry'
    machine['cache_class'][1]['capacity'] = 1000
    machine['mem_class'][0]['read_bandwidth'] = '-1 GB/s'


THREE_FAULTS = changed(break_three)


def test_forecast_of_faults():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + '/m.dat.json'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(machine_text())
        with Viewer('--trace', TRACE, '--pin', 'core0', path) as viewer:
            for text in ['', '{', '[]', 'null', '{"a": 1, "a": 2}', '\x00', '[' * 200000, '{}',
                         b'{"name": "\xff"}', with_capacity(1000), with_capacity('many'),
                         with_bandwidth('-1 GB/s'), THREE_FAULTS, changed(lambda m: m['edge_obj'].clear()),
                         changed(lambda m: m['core_obj'][0].update(name='other')),
                         changed(lambda m: m['mem_obj'][0].update({'class': 'no such'}))]:
                with open(path, 'wb') as file:
                    file.write(text.encode() if isinstance(text, str) else text)
                answer = viewer.forecast(text)
                viewer.must_refuse(answer, 422)
                assert answer.headers['content-type'] == 'application/json'
                said = json.loads(answer.body)
                told = subprocess.run([HPCAST, 'memory', path, TRACE, '--pin', 'core0'], check=False,
                                      stderr=subprocess.PIPE, timeout=DEADLINE)
                assert told.returncode == 2
                assert f'hpcast: {said["message"]}\n' == told.stderr.decode(), (said, told.stderr)
                for fault in said['faults']:
                    assert set(fault) == {'pointer', 'line', 'message', 'hint'}
                    assert fault['message'] in said['message']
            faults = json.loads(viewer.forecast(THREE_FAULTS).body)['faults']
            assert [fault['pointer'] for fault in faults] == [
                '/cache_class/0/replacement', '/cache_class/1/capacity',
                '/mem_class/0/read_bandwidth'], faults
            faults = json.loads(viewer.forecast(with_capacity(1000)).body)['faults']
            assert faults[0]['pointer'] == '/cache_class/1/capacity' and faults[0]['line'] > 1
            assert viewer.forecast(machine_text()).status == 200


def ask_for_forecast(viewer, text):
    """Does not wait for the answer."""
    body = text.encode()
    fields = ''.join(f'{n}: {v}\r\n' for n, v in viewer.head_of_forecast(len(body)).items())
    connection = viewer.connect()
    connection.sendall(f'POST /forecast HTTP/1.1\r\nHost: 127.0.0.1:{viewer.port}\r\n'
                       f'Connection: close\r\n{fields}\r\n'.encode() + body)
    return connection


def test_forecasts_at_once():
    with Viewer('--trace', TRACE, MACHINE) as viewer:
        connections = []
        for capacity in [8192, 16384, 8192, 32768, 16384, 8192]:
            connections.append((capacity, ask_for_forecast(viewer, with_capacity(capacity))))
        answers = {}
        for capacity, connection in connections:
            received = b''
            while block := connection.recv(1 << 16):
                received += block
            answer = Answer(received)
            assert answer.status == 200
            answers.setdefault(capacity, set()).add(without_run(answer.body.decode()))
        assert all(len(same) == 1 for same in answers.values()) and len(answers) == 3


def record_long_trace(folder):
    """Some seconds of simulation."""
    subprocess.run([HPCAST_OF_BUILD, 'trace', '-o', folder + '/T', '--omp-threads', '1', '--',
                    BUILD + '/workloads/traced/triad', '1000000', '160'], check=True,
                   stdout=subprocess.DEVNULL, timeout=DEADLINE)
    return folder + '/T'


HPCAST_OF_BUILD = BUILD + '/bin/hpcast'


def begin_forecast(viewer, text):
    """Asks, and returns once the simulation runs."""
    connection = ask_for_forecast(viewer, text)
    started = time.monotonic()
    while viewer.progress().get('fraction', 0) == 0:
        assert time.monotonic() - started < DEADLINE
        time.sleep(0.01)
    return connection


def test_stopped_or_left_alone_long():
    with tempfile.TemporaryDirectory() as folder:
        trace = record_long_trace(folder)
        for number in [signal.SIGINT, signal.SIGTERM]:
            with Viewer('--trace', trace, MACHINE) as viewer:
                connection = begin_forecast(viewer, machine_text())
                viewer.must_serve()
                assert 0 < viewer.progress()['fraction'] < 1
                viewer.end(number)
                connection.close()
        with Viewer('--trace', trace, MACHINE) as viewer:
            # Who leaves does not have the next one wait for an answer that nobody reads.
            begin_forecast(viewer, machine_text()).close()
            started, last = time.monotonic(), 0
            while progress := viewer.progress():
                last = progress['fraction']
                time.sleep(0.01)
            assert last < 0.9 or time.monotonic() - started < 0.5, last
            viewer.must_serve()
            # Nobody's counts were kept.
            begin_forecast(viewer, machine_text()).close()


def test_left_alone_while_waiting_long():
    """Edits of one tab, all given up, take no room while the simulation of another runs."""
    with tempfile.TemporaryDirectory() as folder:
        with Viewer('--trace', record_long_trace(folder), MACHINE) as viewer:
            running = begin_forecast(viewer, machine_text())
            waiting = [ask_for_forecast(viewer, with_bandwidth(n)) for n in range(1, 16)]
            for connection in waiting:
                connection.close()
            viewer.wait_for_room()
            assert 0 < viewer.progress()['fraction'] < 1
            running.close()


# --- How it begins and ends ---------------------------------------------------------------------


def test_ends():
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
        with Viewer(MACHINE) as viewer:
            viewer.must_serve()
            idle = viewer.connect()
            idle.sendall(b'GET /')
            viewer.end(number)
            idle.close()


def test_port():
    with Viewer(MACHINE) as viewer:
        taken = subprocess.run([HPCAST, 'view', '--no-browser', '--port', str(viewer.port)],
                               check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               timeout=DEADLINE)
        assert taken.returncode == 2 and not taken.stdout
        assert f'port {viewer.port} of 127.0.0.1'.encode() in taken.stderr, taken.stderr
        viewer.must_serve()
        port = viewer.port
        viewer.end()
    with Viewer('--port', str(port)) as viewer:
        assert viewer.port == port
        viewer.must_serve()


def children_of(parent):
    children = []
    for name in os.listdir('/proc'):
        try:
            with open(f'/proc/{name}/stat', encoding='latin-1') as file:
                if int(file.read().rpartition(')')[2].split()[1]) == parent:
                    children.append(name)
        except (OSError, ValueError, IndexError):
            pass  # no process, or none any more
    return children


def test_browser():
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/xdg-open', 'w', encoding='ascii') as file:
            file.write(f'#!/bin/sh\nprintf "%s" "$#" "$@" >{folder}/said.new\n'
                       f'mv {folder}/said.new {folder}/said\necho noise; echo noise >&2\nexit 7\n')
        os.chmod(folder + '/xdg-open', 0o755)
        bare = {name: value for name, value in os.environ.items()
                if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'SSH_CONNECTION')}
        path = {'PATH': folder + ':' + os.environ['PATH']}
        with Viewer(environment={**bare, **path, 'DISPLAY': ':7'}, browser=True) as viewer:
            started = time.monotonic()
            while not os.path.exists(folder + '/said'):
                assert time.monotonic() - started < DEADLINE
                time.sleep(0.01)
            with open(folder + '/said', encoding='ascii') as file:
                assert file.read() == f'1http://127.0.0.1:{viewer.port}/?token={viewer.token}'
            os.remove(folder + '/said')
            while children_of(viewer.process.pid):
                assert time.monotonic() - started < DEADLINE, 'it stays, as a zombie'
                time.sleep(0.01)
            viewer.must_serve()
            assert viewer.end() == ''
        for environment, browser in [({**path, 'DISPLAY': ':7'}, False), (path, True),
                                     ({'PATH': '/nowhere', 'WAYLAND_DISPLAY': 'w'}, True)]:
            with Viewer(environment={**bare, **environment}, browser=browser) as viewer:
                viewer.must_serve()
                assert viewer.end() == ''
            assert not os.path.exists(folder + '/said')
        with Viewer(environment={**bare, 'SSH_CONNECTION': '1 2 3 4'}) as viewer:
            port = viewer.port
            assert f'ssh -L {port}:127.0.0.1:{port} ' in viewer.end()


signal.signal(signal.SIGALRM, give_up)
signal.alarm(DEADLINE_OF_ALL)
globals()['test_' + sys.argv[2]]()
