/** One server-sent event. */
export type ServerEvent = { name: string; data: string }

/**
 * Yields the events of a `text/event-stream` response, whose lines may end in LF or CRLF, and cancels it when the
 * consumer stops. Calls `onProgress` for each part, also for comments.
 */
export async function* eventsIn(response: Response, onProgress = () => {}): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      onProgress()
      const events = (rest + step.value).replaceAll('\r\n', '\n').split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = fieldOf(event, 'data')
        if (data !== null) yield { name: fieldOf(event, 'event') ?? 'message', data }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const fieldOf = (event: string, name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1] ?? null
