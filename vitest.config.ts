import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // On two cores the default is one, which leaves the other idle.
    maxWorkers: 2,
    // What hangs is found; what is only slow on a busy machine is no fault.
    testTimeout: 30_000,
    globalSetup: ['src/testing/postgres.ts'],
  },
})
