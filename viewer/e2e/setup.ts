import fs from 'node:fs';
import {chromium, hpcast, page, pictures} from './places';

/** Says what is missing before thirty tests fail of it. */
export default function setup(): void {
  for (const [what, path] of [
    ['Chromium (HPCAST_CHROMIUM)', chromium],
    ['hpcast (HPCAST)', hpcast],
    ['the built page (npm run build)', page],
  ] as const) {
    if (!fs.existsSync(path)) throw new Error(`${what} is not at ${path}`);
  }
  fs.mkdirSync(pictures, {recursive: true});
}
