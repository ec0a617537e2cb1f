import { type ComponentType, lazy } from 'react'

/** React's `lazy`, with something plain in the component's place where its file cannot be loaded. */
export const lazyOr = <Props>(load: () => Promise<ComponentType<Props>>, otherwise: ComponentType<Props>) =>
  lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => otherwise) }))
