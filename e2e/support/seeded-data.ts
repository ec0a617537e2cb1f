import { type PreparedData, prepareData } from './service.ts'

const variable = 'BROWSER_TESTS_DATA'

/** Seeds the reports that most tests read: once per run, before the workers start, which inherit the environment. */
export default async function seedData() {
  process.env[variable] = JSON.stringify(await prepareData({ websites: 40, reports: 2000 }))
}

export const seededData = (): PreparedData => JSON.parse(process.env[variable] ?? '') as PreparedData
