import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // What hangs is found; what is only slow on a busy machine is no fault.
    testTimeout: 30_000,
    globalSetup: ['src/testing/postgres.ts'],
  },
})
