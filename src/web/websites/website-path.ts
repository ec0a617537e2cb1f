import type { AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'

/** Returns the path of a website, which shows the latest report of each page where the server tells pages apart. */
export const websitePath = ({ id, pages_count }: Pick<AnyWebsite, 'id' | 'pages_count'>) =>
  paths.website(id, pages_count === null ? {} : { latest: '1' })
