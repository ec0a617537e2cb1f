import {
  CheckPages,
  HistoryDay,
  Inlinks,
  Overview,
  overviewParams,
  PageGroup,
  WebsiteIssues,
} from '../websites/website-pages.ts'
import type { Operation, Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { itemOf, wholeListOf } from './schemas.ts'

const GroupList = wholeListOf('PageGroupList', PageGroup)
const HistoryList = wholeListOf('WebsiteHistoryList', HistoryDay)

type Reads = Pick<Operation, 'tag' | 'access'> & Partial<Pick<Operation, 'lockable' | 'extension' | 'refusals'>>

const issues = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'List the issues of a website',
  extension: 'issues',
  ...reads,
  responses: {
    200: {
      description: 'Based on its latest reports. Issues that cost the most points come first.',
      schema: WebsiteIssues,
    },
  },
})
const history = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'Get the history of a website',
  extension: 'website_history',
  ...reads,
  responses: { 200: { description: 'Days on which pages changed, oldest first.', schema: HistoryList } },
})

const withKey = { tag: 'Extensions', access: 'read' } as const
const shared = { tag: 'Without a key', access: 'none', lockable: true, extension: 'shared' } as const
const linked = { ...shared, extension: 'links', refusals: [410] } as const

/** The paths that show the pages of a website, or of all. */
export const websitePagesPaths: Paths = {
  '/api/v1/websites/{id}/issues': { get: issues('listIssues', withKey) },
  '/api/v1/websites/{id}/groups': {
    get: {
      id: 'listPageGroups',
      summary: 'List the page groups of a website',
      extension: 'groups',
      ...withKey,
      responses: { 200: { description: 'Folders and URL shapes, largest first.', schema: GroupList } },
    },
  },
  '/api/v1/websites/{id}/history': { get: history('showWebsiteHistory', withKey) },
  '/api/v1/reports/{id}/inlinks': {
    get: {
      id: 'showInlinks',
      summary: "List the links to a report's page",
      extension: 'inlinks',
      ...withKey,
      responses: { 200: { description: 'The links.', schema: itemOf('InlinksItem', Inlinks, 200) } },
    },
  },
  '/api/v1/overview': {
    get: {
      id: 'showOverview',
      summary: 'Get what changed since a date',
      extension: 'overview',
      ...withKey,
      parameters: parametersOf(overviewParams, { since: 'The first day, UTC. A week ago by default.' }),
      responses: { 200: { description: 'The overview.', schema: itemOf('OverviewItem', Overview, 200) } },
    },
  },
  '/api/v1/checks/{check}/pages': {
    get: {
      id: 'countCheckPages',
      summary: 'Count the pages with an issue',
      extension: 'check_pages',
      ...withKey,
      responses: {
        200: { description: 'Based on the latest reports.', schema: itemOf('CheckPagesItem', CheckPages, 200) },
      },
    },
  },
  '/api/v1/shared/websites/{id}/issues': { get: issues('listSharedIssues', shared) },
  '/api/v1/shared/websites/{id}/history': { get: history('showSharedWebsiteHistory', shared) },
  '/api/v1/shared/links/{token}/issues': { get: issues('listLinkedIssues', linked) },
  '/api/v1/shared/links/{token}/history': { get: history('showLinkedWebsiteHistory', linked) },
}
