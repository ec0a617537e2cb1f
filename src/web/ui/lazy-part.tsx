import { type ComponentType, useEffect, useState } from 'react'
import { lazyOr } from './lazy-or.ts'
import { tellMissing } from './missing-parts.ts'

/** React's `lazy` for a part of a page. One that cannot be loaded leaves the page as it is, which tells of it and can ask again. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  function Missing(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => (Part ? undefined : tellMissing(() => load().then((part) => setPart(() => part)))), [Part])
    return Part ? <Part {...props} /> : null
  }
  return lazyOr(load, Missing)
}
