import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']
/** The service in the same process needs those of Node. */
const ofNode = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Headers',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
  'fetch',
] as const

/** A page without a browser, beside a service in the same process. */
const environment: Environment = {
  ...happyDom,
  name: 'dashboard',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const own = Object.fromEntries(ofNode.map((name) => [name, global[name]]))
    const result = await happyDom.setup(global, options)
    const { window } = global
    // Vitest leaves out the inherited properties of a window.
    const events = ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const
    Object.assign(global, own, Object.fromEntries(events.map((name) => [name, window[name].bind(window)])))
    // Happy DOM has no popovers.
    Object.assign(window.HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
    return result
  },
}

// oxlint-disable-next-line import/no-default-export -- Vitest demands it.
export default environment
