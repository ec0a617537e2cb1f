import type { CDPSession } from 'playwright-core'

/** A policy that documents and workers get in addition to their own. WebSockets have other schemes. */
const policyName = 'content-security-policy'
export const noWebSockets = 'connect-src http: https: data: blob: filesystem:'

/** Adds the policy without WebSockets, which Google's renderer doesn't connect either, to the headers of a document. */
export function withoutWebSockets(headers: Record<string, string>): Record<string, string> {
  const own = headers[policyName]
  return { ...headers, [policyName]: own === undefined ? noWebSockets : `${own}, ${noWebSockets}` }
}

/** The types of responses that scripts can run in. */
const withScripts = new Set(['Document', 'Script', 'Other'])

const isHtml = (headers: { name: string; value: string }[]) =>
  headers.some(({ name, value }) => name.toLowerCase() === 'content-type' && /html/i.test(value))

/**
 * Decides about the responses of a page before the browser reads them: redirects that `mayFollow` refuses end there,
 * and no document or worker connects WebSockets. Frames of other sites run in processes of their own, which this
 * doesn't see.
 */
export async function controlResponses(
  session: CDPSession,
  mayFollow: (from: string, to: URL, type: string, frameId: string) => Promise<boolean>,
): Promise<void> {
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, frameId, request, responseStatusCode: status = 0, responseHeaders = [], resourceType } = paused
    const decide = async () => {
      const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value
      const to = location !== undefined && status >= 300 && status <= 399 ? URL.parse(location, request.url) : null
      if (to && !(await mayFollow(request.url, to, resourceType.toLowerCase(), frameId)))
        return session.send('Fetch.failRequest', {
          requestId,
          errorReason: resourceType === 'Document' ? 'Aborted' : 'BlockedByClient',
        })
      if (to || status === 0 || !withScripts.has(resourceType))
        return session.send('Fetch.continueRequest', { requestId })
      const answer = {
        requestId,
        responseCode: status,
        responseHeaders: [...responseHeaders, { name: policyName, value: noWebSockets }],
      }
      if (resourceType !== 'Document' || !isHtml(responseHeaders)) return session.send('Fetch.continueResponse', answer)
      // The browser has read the policies of a document already, unless the response is replaced.
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
      return session.send('Fetch.fulfillRequest', {
        ...answer,
        responseHeaders: answer.responseHeaders.filter(
          ({ name }) => !/^(?:content-encoding|content-length)$/i.test(name),
        ),
        body: base64Encoded ? body : Buffer.from(body).toString('base64'),
      })
    }
    // The page can be closed in between.
    decide().catch(() => session.send('Fetch.continueRequest', { requestId }).catch(() => {}))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] })
}
