import { defineConfig, devices } from '@playwright/test'
import { browserArguments, findBrowser } from './scripts/browser.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  // Many tests wait for a retry or a pause: with a third at work the two cores have something to do meanwhile.
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
    // Recording every test takes a third of the time: turn it on to look into one.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [{ name: 'chromium' }],
})
