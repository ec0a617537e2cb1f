import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { exampleReportModule } from './scripts/build/example-report.ts'

/** Tests of the whole program, and the longest others. */
const long = /\/scenarios\/|\/service\/(?:start|stop)\.test|\/attack[a-z-]*\.test|\/report-list\.test/

/** Starts with the longest files, so that none of them runs alone at the end. A first run knows only their sizes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => (long.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  plugins: [exampleReportModule()],
  resolve: {
    alias: {
      // For tests that begin with `@vitest-environment dashboard`.
      'vitest-environment-dashboard': fileURLToPath(new URL('src/testing/web/environment.ts', import.meta.url)),
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    tags: [{ name: 'all', description: 'Runs in `npm run test:all` only.' }],
    // More than the two cores of the reference machine: tests also wait, such as for leases and restarted processes.
    maxWorkers: 3,
    // The files of a worker share their modules. Loading them again for each file took more than half of the time.
    isolate: false,
    // Only ends tests that hang: no test depends on how fast the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Ends before the test, to say what didn't come true.
    expect: { poll: { timeout: 100_000 } },
    sequence: { sequencer: LongestFirst },
    globalSetup: ['src/testing/store/postgres.ts'],
  },
})
