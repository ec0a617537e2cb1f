import type * as z from 'zod'
import { FindingForm, NewWaiverForm } from '../forms/waiver-forms.ts'
import { PageFinding, SharedFinding } from '../reports/page-findings.ts'
import { Waiver, waiverListParams } from '../reports/waivers.ts'
import { WebsiteWhatIf, whatIfParams } from '../reports/what-if.ts'
import type { Operation, Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from './schemas.ts'

const WhatIfItem = itemOf('WebsiteWhatIfItem', WebsiteWhatIf, 200)

type Reads = Pick<Operation, 'tag' | 'access'> & Partial<Pick<Operation, 'lockable' | 'extension' | 'refusals'>>

const withKey = { tag: 'Extensions', access: 'read' } as const
const shared = { tag: 'Without a key', access: 'none', lockable: true, extension: 'shared' } as const
const linked = { ...shared, extension: 'links', refusals: [410] } as const

const findings = (id: string, reads: Reads, finding: z.ZodType = SharedFinding): Operation => ({
  id,
  summary: 'List the statuses of the findings of a report’s page',
  extension: 'findings',
  ...reads,
  responses: {
    200: {
      description: 'Findings with a decision, as of now.',
      schema: wholeListOf(finding === PageFinding ? 'PageFindingList' : `SharedFindingList_${id}`, finding),
    },
  },
})
const whatIf = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'Get the average score that a website would have with issues fixed',
  extension: 'what_if',
  ...reads,
  parameters: parametersOf(whatIfParams, { fixed: 'The IDs of the checks, separated by commas.' }),
  responses: { 200: { description: 'The averages.', schema: WhatIfItem } },
})

/** Waivers, decisions about findings, and scores that a plan would give. */
export const waiverPaths: Paths = {
  '/api/v1/waivers': {
    get: {
      id: 'listWaivers',
      summary: 'List waivers',
      extension: 'waivers',
      ...withKey,
      parameters: parametersOf(waiverListParams, { website_id: 'Only waivers of this website.' }),
      responses: {
        200: {
          description: 'Waivers, including expired ones, newest first.',
          schema: wholeListOf('WaiverList', Waiver),
        },
      },
    },
    post: {
      id: 'createWaiver',
      repeatable: true,
      summary: 'Create a waiver',
      extension: 'waivers',
      tag: 'Extensions',
      access: 'write',
      form: namedBody(
        'NewWaiverForm',
        NewWaiverForm,
        '`target` depends on `scope`: the URL of a page with a report, a page group, or absent for a website.',
      ),
      refusals: [409],
      responses: {
        201: { description: 'The waiver.', schema: itemOf('NewWaiverItem', Waiver, 201), headers: ['Location'] },
      },
    },
  },
  '/api/v1/waivers/{id}': {
    delete: {
      id: 'removeWaiver',
      summary: 'Remove a waiver',
      extension: 'waivers',
      tag: 'Extensions',
      access: 'write',
      responses: {
        200: { description: 'The waiver is removed.', schema: deletionOf('WaiverDeletion', 'waiver') },
      },
    },
  },
  '/api/v1/reports/{id}/findings': { get: findings('listFindings', withKey, PageFinding) },
  '/api/v1/reports/{id}/findings/{check}': {
    put: {
      id: 'changeFinding',
      summary: 'Change the status or owner of a finding',
      description:
        'For issues of the latest report of the page. `ignored` creates a waiver of the page; any other status removes it.',
      extension: 'findings',
      tag: 'Extensions',
      access: 'write',
      form: namedBody('FindingForm', FindingForm, 'A status, an owner, or both. `ignored` needs a `reason`.'),
      refusals: [409],
      responses: { 200: { description: 'The finding.', schema: itemOf('PageFindingItem', PageFinding, 200) } },
    },
  },
  '/api/v1/shared/reports/{id}/findings': { get: findings('listSharedFindings', shared) },
  '/api/v1/shared/links/{token}/reports/{id}/findings': { get: findings('listLinkedFindings', linked) },
  '/api/v1/websites/{id}/what-if': { get: whatIf('computeWhatIf', withKey) },
  '/api/v1/shared/websites/{id}/what-if': { get: whatIf('computeSharedWhatIf', shared) },
  '/api/v1/shared/links/{token}/what-if': { get: whatIf('computeLinkedWhatIf', linked) },
}
