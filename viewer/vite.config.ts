import {defineConfig} from 'vitest/config';
import {viteSingleFile} from 'vite-plugin-singlefile';

// One file that works from file:// (dist/index.html); hpcast puts its data at the marker.
export default defineConfig({
  plugins: [viteSingleFile({removeViteModuleLoader: true})],
  esbuild: {jsx: 'automatic', jsxImportSource: 'preact'},
  build: {target: 'es2022', assetsInlineLimit: 1 << 24, chunkSizeWarningLimit: 4000},
  test: {include: ['src/**/*.test.ts']},
});
