import { writeSync } from 'node:fs'
import { openStore } from '#service/store/database.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { randomFrom } from '#testing/random.ts'
import { newReport } from '#testing/store/reports.ts'

/** Writes to the store in the given folder until it is killed. Prints "+ID" or "-ID" for each acknowledged change. */
const [dataDir = '', seed = '1'] = process.argv.slice(2)
const random = randomFrom(Number(seed))
const { db } = await openStore({ dataDir })

await Promise.all(Array.from({ length: 4 }, write))

async function write(): Promise<never> {
  for (;;) {
    const domain = `d${Math.floor(random() * 6)}.example`
    const { id } = await createReport(
      db,
      newReport({ domain, url: `https://${domain}/${Math.floor(random() * 1000)}`, score: Math.floor(random() * 101) }),
    )
    writeSync(1, `+${id}\n`)
    if (random() < 0.8) continue
    await deleteReport(db, id)
    writeSync(1, `-${id}\n`)
  }
}
