// Where the tests find what they need; tools/viewer.sh sets the variables.
import path from 'node:path';

export const viewer = path.resolve(__dirname, '..');
export const root = path.resolve(process.env.HPCAST_ROOT ?? path.join(viewer, '..'));
export const chromium = process.env.HPCAST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
export const hpcast = process.env.HPCAST ?? path.join(root, 'build/release/bin/hpcast');
export const page = path.join(viewer, 'dist/index.html');
/** Screenshots, for a look. */
export const pictures = process.env.HPCAST_PICTURES ?? path.join(root, 'build/viewer/pictures');
export const machine = (name: string): string => path.join(root, 'machines', `${name}.dat.json`);
export const network = (name: string): string => path.join(root, 'machines', `${name}.ndl.json`);
