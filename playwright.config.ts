import { defineConfig, devices } from '@playwright/test'
import { testBrowserArguments, findBrowser } from './scripts/support/system-tools.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/support/prepared-data.ts',
  outputDir: 'test-results/browser',
  // As many as the reference machine has cores. With three, tests ran into their time limits.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Long enough for a busy machine, short enough to find a test that hangs.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Ten rows fill this height, so that lists have the specification's number of rows.
    viewport: { width: 1440, height: 720 },
    launchOptions: { args: testBrowserArguments, ...(executablePath === undefined ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
    // Off by default because recording takes a third of the time. TRACE=1 turns it on.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [{ name: 'chromium' }],
})
