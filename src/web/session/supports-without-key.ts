import * as z from 'zod/mini'
import { type Extension, ServiceInfo, supports } from '#contract/service-info.ts'
import { currentClient } from '#web/data/current-client.ts'

/** Whether the server says, when asked without a key, that it has an extension. */
export async function supportsWithoutKey(name: Extension) {
  try {
    const info = await currentClient().get('', (body) => z.parse(ServiceInfo, body), { anonymous: true })
    return supports(info, name)
  } catch {
    return false
  }
}
