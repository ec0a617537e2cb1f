import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // On two cores the default is one, which leaves the other idle.
    maxWorkers: 2,
    // Files of one worker share its modules: loading them anew for each took more than half of the whole time.
    isolate: false,
    // What hangs is found; what is only slow on a busy machine is no fault.
    testTimeout: 30_000,
    globalSetup: ['src/testing/postgres.ts'],
  },
})
