import {defineConfig} from 'vitest/config';

// In a real Chromium. Two at a time even on two cores, for a person's tests wait half of the time.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    minWorkers: 2,
    maxWorkers: 2,
    reporters: ['verbose'],
  },
});
