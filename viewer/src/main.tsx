import {render} from 'preact';
import {NetworkDrawings} from './live/drawings';
import {LiveForecasts} from './live/live';
import {Store, type OpenedFile} from './store/store';
import {App} from './ui/app';
import './style.css';

/** What hpcast view puts into the page. */
interface PageData {
  files: OpenedFile[];
  live?: {trace: string};
}

function dataOfPage(): PageData {
  const element = document.getElementById('hpcast-data');
  return element ? (JSON.parse(element.textContent!) as PageData) : {files: []};
}

const store = new Store();
const {files, live} = dataOfPage();
store.openAll(files);
render(<App store={store} />, document.getElementById('app')!);
const token = new URLSearchParams(location.search).get('token');
if (live && token) new LiveForecasts(store, token, live.trace);
if (token) new NetworkDrawings(store, token);
document.documentElement.dataset.ready = 'true';
