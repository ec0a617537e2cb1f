import { FieldKeyForm } from '#contract/forms/field-forms.ts'
import { FieldKey, WebsiteField } from '#contract/google/field-data.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import { FieldKeyRefused, tryFieldKey } from '#service/google/field-data.ts'
import { sealFieldKey } from '#service/google/field-key.ts'
import { GoogleRefused } from '#service/google/refusals.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import type { Store } from '#service/store/database.ts'
import {
  askFieldPull,
  findFieldKey,
  findFieldPull,
  findOrigin,
  findOriginField,
  setFieldKey,
} from '#service/store/google/field-data.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { writeWithKey } from '../identify.ts'
import { notFound, Problem, withSecret } from '../problem.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; identityKeys: IdentityKeys; google: Google }

const route = routeUsing<Deps>()

const connection = '/api/v1/connections/crux'
const ofWebsite = '/api/v1/websites/{id}/field'
const KeyItem = itemOf('FieldKeyItem', FieldKey, 200)
const FieldItem = itemOf('WebsiteFieldItem', WebsiteField, 200)

const findsWebsite = async ({ params: { id } }: { params: { id: number } }, { db }: Deps): Promise<WebsiteRecord> => {
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return website
}

async function fieldOf({ id, domain }: WebsiteRecord, { db }: Deps): Promise<WebsiteField> {
  const { pulled_at = null, problem = null } = (await findFieldPull(db, id)) ?? {}
  return { origin: await findOrigin(db, id, domain), problem, pulled_at, ...(await findOriginField(db, id)) }
}

/** What the Chrome UX Report knows of visitors, and the API key with which it is asked. */
export const fieldDataRoutes = [
  route(
    {
      method: 'GET',
      path: connection,
      access: 'read connections',
      id: 'showFieldKey',
      summary: 'Get whether there is an API key for the Chrome UX Report',
      responses: { 200: { description: 'Never the key itself.', schema: KeyItem } },
      errors: keyed,
    },
    async (_, { db }) => ({ data: { set: (await findFieldKey(db)) !== undefined }, status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path: connection,
      access: 'manage connections',
      id: 'changeFieldKey',
      summary: 'Set the API key for the Chrome UX Report',
      description: 'It is tested by a request to Google first. An empty one removes it.',
      form: namedBody('FieldKeyForm', FieldKeyForm),
      example: { api_key: 'AIza' },
      responses: { 200: { description: 'Whether there is one now.', schema: KeyItem } },
      errors: keyedForm,
    },
    async ({ form: { api_key }, request }, { db, audit, identityKeys, google }) => {
      const sealed = api_key === undefined ? null : await withSecret(async () => sealFieldKey(api_key, identityKeys))
      if (api_key !== undefined) await refuseWrongKey(google, api_key)
      await writeWithKey(db, request, (tx) => setFieldKey(tx, sealed))
      const detail = sealed ? 'Chrome UX Report' : 'Chrome UX Report: removed'
      await audit.record(request, { action: 'google_client_changed', detail })
      return { data: { set: sealed !== null }, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: ofWebsite,
      access: 'read a website',
      id: 'showField',
      summary: 'Get the field data of a website’s origin',
      find: findsWebsite,
      responses: { 200: { description: 'As of the last pull.', schema: FieldItem } },
      errors: [...keyed, 404],
    },
    async ({ found }, deps) => ({ data: await fieldOf(found, deps), status: 200 }),
  ),

  route(
    {
      method: 'POST',
      path: `${ofWebsite}/pull`,
      access: 'change a website',
      id: 'pullField',
      summary: 'Pull the field data of a website now',
      description: 'Otherwise it is pulled once a week: of the origin, and of the pages that Google showed most.',
      find: findsWebsite,
      responses: {
        202: { description: 'It is pulled within a minute.', schema: itemOf('PulledField', WebsiteField, 202) },
      },
      errors: [...keyedForm, 404, 409],
    },
    async ({ found }, deps) => {
      const { db } = deps
      if ((await findFieldKey(db)) === undefined) throw new Problem('conflict', noKey)
      if (!(await askFieldPull(db, found.id))) throw new Problem('in_progress', running)
      return { data: await fieldOf(found, deps), status: 202 }
    },
  ),
]

const noKey = 'There is no API key for the Chrome UX Report. An owner can set one in Settings · Google.'
const running = 'Its field data is being pulled now.'

/** Throws a 422 unless Google accepts an API key now. */
async function refuseWrongKey(google: Google, apiKey: string) {
  try {
    await tryFieldKey(google, apiKey)
  } catch (error) {
    if (error instanceof FieldKeyRefused) throw refuseFields(FieldKeyForm, [{ field: 'api_key', code: 'not_allowed' }])
    if (error instanceof GoogleRefused) throw refuseFields(FieldKeyForm, [{ field: 'api_key', code: 'unreachable' }])
    throw error
  }
}
