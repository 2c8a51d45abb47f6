// Files of the reader's machine: in by the browser's dialogue, out as downloads.

const mostBytes = 64 * 2 ** 20;

/** UTF-8 text; throws an Error that says why it is not read. */
export async function readFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error(`${file.name} is larger than 64 MiB`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw new Error(`${file.name} is no text in UTF-8`);
  }
}

export function pickFiles(): Promise<File[]> {
  return new Promise(resolve => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.multiple = true;
    input.hidden = true;
    input.setAttribute('aria-label', 'Files to open');
    document.body.append(input);
    const done = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener('change', done);
    input.addEventListener('cancel', done);
    input.click();
  });
}

export function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
