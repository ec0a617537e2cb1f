import { OwnHostsForm } from '#contract/forms/identity-form.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { OwnHosts } from '#contract/websites/identity.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { Store } from '#service/store/database.ts'
import { findOwnHosts, setOwnHosts } from '#service/store/websites/own-hosts.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { notFound } from '../problem.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

const path = '/api/v1/websites/{id}/hosts'
const OwnHostsItem = itemOf('OwnHostsItem', OwnHosts, 200)

/** The hosts that belong together with a website. */
export const hostRoutes = [
  route(
    {
      method: 'GET',
      path,
      access: 'list websites',
      id: 'readOwnHosts',
      summary: 'Get the hosts that belong together with a website',
      responses: { 200: { description: 'The hosts.', schema: OwnHostsItem } },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      const hosts = await findOwnHosts(db, { id })
      if (!hosts) throw notFound()
      return { data: { hosts }, status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path,
      access: 'change a website',
      id: 'changeOwnHosts',
      summary: 'Set the hosts that belong together with a website',
      description: 'A canonical URL on one of them isn’t on another website. This applies to new reports.',
      async find({ params: { id } }, { db }) {
        const website = await findWebsite(db, id)
        if (!website) throw notFound()
        return website
      },
      form: namedBody('OwnHostsForm', OwnHostsForm, 'Replaces all hosts. Without `hosts`, there are none.'),
      repeatable: { lists: ['hosts'] },
      example: { hosts: 'shop.example.com\nblog.example.com' },
      responses: { 200: { description: 'The changed hosts.', schema: OwnHostsItem } },
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, found: website, form, request }, { db, audit }) => {
      const hosts = (form.hosts ?? []).filter((host) => domainOf({ host }) !== website.domain)
      const before = await findOwnHosts(db, { id })
      if (!(await setOwnHosts(db, id, hosts))) throw notFound()
      if (JSON.stringify(before) !== JSON.stringify(hosts))
        await audit.record(request, {
          action: 'website_changed',
          object: auditedWebsite(website),
          detail: hosts.length === 0 ? 'no other hosts' : `other hosts: ${hosts.join(', ')}`,
        })
      return { data: { hosts }, status: 200 }
    },
  ),
]
