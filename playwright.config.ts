import { defineConfig, devices } from '@playwright/test'
import { browserArguments, findBrowser } from './scripts/support/system-tools.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  // More than the two cores of the reference machine, because many tests wait for a retry or a pause.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: browserArguments, ...(executablePath === undefined ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
    // Off by default because recording takes a third of the time. TRACE=1 turns it on.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [{ name: 'chromium' }],
})
