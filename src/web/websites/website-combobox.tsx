import { Suspense, useEffect, useId, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { comboboxWords } from '#web/list/words.ts'
import { useWebsiteName } from './use-website-name.ts'
import styles from './website-combobox.module.css'

export type WebsiteComboboxProps = { websiteId: number | null; onChoose: (websiteId: number | null) => void }

const near = (now: 'near' | 'focused' | null) => now ?? 'near'
const load = () => import('./website-combobox.lazy.tsx')
const Live = lazyPart(() => load().then((file) => file.WebsiteComboboxLive))

/** The website filter. It looks like itself from the start, and works from when the pointer or the focus comes near. */
export function WebsiteCombobox(props: WebsiteComboboxProps) {
  const [wanted, want] = useState<'near' | 'focused' | null>(null)
  const id = useId()
  const { websiteId } = props
  const chosen = useWebsiteName(websiteId)
  useEffect(() => {
    // With a website there is something to clear at once.
    const timer = setTimeout(want, websiteId === null ? 2000 : 0, near)
    return () => clearTimeout(timer)
  }, [websiteId])
  const still = (
    <div className={styles.combobox} data-chosen={websiteId !== null || undefined} onPointerEnter={() => want(near)}>
      <label htmlFor={id}>{comboboxWords.label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded="false"
        readOnly
        placeholder={comboboxWords.all}
        value={chosen?.short ?? ''}
        onFocus={() => want('focused')}
      />
      <Icon name={websiteId === null ? 'down' : 'cross'} />
    </div>
  )
  return wanted ? (
    <Suspense fallback={still}>
      <Live {...props} focused={wanted === 'focused'} />
    </Suspense>
  ) : (
    still
  )
}
