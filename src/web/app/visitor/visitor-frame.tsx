import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router-dom'
import { defaultsOf, writeQuery } from '#contract/lists/query-params.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { SharedBrand, sharedBrandParams, type SharedBrandQuery } from '#contract/sharing/shared-brand.ts'
import { currentClient } from '#web/data/current-client.ts'
import { setPreferences, usePreferences } from '#web/data/preferences.ts'
import { reader, useIsVisiting } from '#web/data/reader.ts'
import { useIsSignedIn } from '#web/data/session.ts'
import { accentStyle } from '#web/document/brand-color.ts'
import { visitorWords as words } from '#web/session/words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/icon.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { SkipLinks } from '#web/ui/page.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { Banners } from '../banners.tsx'
import { paths } from '../paths.ts'
import { useRouteFocus } from '../use-route-focus.ts'
import { frameWords } from '../words.ts'
import frame from '../frame.module.css'
import styles from './visitor-frame.module.css'

type VisitorFrameProps = {
  /** A shared report, website or share link. Null: a public page. */
  shared: Partial<SharedBrandQuery> | null
  /**
   * The path of the share link that opened the page. Everything outside of it is read with the key, if there is one.
   */
  link?: string
  /** A client report, whose cover takes the place of the header. */
  isDocument?: boolean
  children: ReactNode
}

/**
 * The frame around pages that open without a key. Shared pages have the brand, or else the product's name, also if they
 * can't be opened. Their visitors are clients, so that only holders of a key are led to the dashboard.
 */
export function VisitorFrame({ shared, link, isDocument = false, children }: VisitorFrameProps) {
  const isSignedIn = useIsSignedIn()
  // Without a grant, they are at a page beside their own.
  const isVisiting = useIsVisiting()
  const { pathname, search, hash } = useLocation()
  useRouteFocus()
  const isShared = shared !== null
  const { data: brand, isLoading } = useQuery({ ...sharedBrandQuery(shared ?? {}), enabled: isShared })
  const isBranded = Boolean(brand?.name || brand?.logo)
  useTitleOf(brand?.name)
  const way = (isSignedIn || link === undefined) && (
    <Link
      to={isSignedIn ? paths.reports() : paths.signIn(pathname + search + hash)}
      className={buttonClass(isShared ? { variant: 'plain' } : {})}
    >
      {isSignedIn ? words.toDashboard : words.signIn}
    </Link>
  )
  return (
    <div
      className={styles.frame}
      data-document={isDocument ? '' : undefined}
      style={brand?.color ? accentStyle(brand.color) : undefined}
      onClickCapture={link === undefined ? undefined : (event) => leaveFor(link, event)}
    >
      <SkipLinks page={frameWords.skip} rows={frameWords.skipToRows} />
      <header className={`row not-printed ${frame.top} ${styles.top}`} data-branded={brand?.color ? '' : undefined}>
        {isShared ? (
          <span className={`row ${frame.brand} ${styles.brand}`}>
            {/* Otherwise the product would flash up before the brand. */}
            {!isLoading && (isBranded && brand ? <Sender brand={brand} /> : <Product />)}
          </span>
        ) : (
          <Link to={paths.checks()} className={`row ${frame.brand} ${styles.brand}`}>
            <Product />
          </Link>
        )}
        {isShared && <p className={`muted ${styles.note}`}>{words.readOnly}</p>}
        <span className={`row ${styles.ways}`}>
          <SchemeButton />
          {isBranded && brand?.contact && (
            <a href={`mailto:${brand.contact}`} className={buttonClass()}>
              {words.ask}
            </a>
          )}
          {(!isShared || isVisiting) && way}
        </span>
      </header>
      <Banners />
      {/* A document has no header above it, which is known only with the document: nothing moves up then. */}
      <main key={isDocument ? 'document' : 'page'} id="main" className={styles.page} tabIndex={-1}>
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      {isShared && !isVisiting && way && <footer className={`cluster not-printed ${styles.foot}`}>{way}</footer>}
      <LiveRegion />
      <ToastRegion label={frameWords.notifications} closeLabel={frameWords.dismiss} />
      <ScrollRestoration />
    </div>
  )
}

const Product = () => (
  <>
    <Mark />
    {frameWords.product}
  </>
)

/** The brand of the sender, as in client reports. */
const Sender = ({ brand: { name, logo } }: { brand: SharedBrand }) => (
  <>
    {logo && <img src={logo} alt={name === '' ? words.logo : ''} />}
    {name}
  </>
)

/** Names the sender in the titles of pages, in place of the product. */
function useTitleOf(name: string | undefined) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
    if (!name || !meta) return
    const product = meta.content
    const rename = (from: string, to: string) => {
      meta.content = to
      if (document.title.endsWith(` · ${from}`)) document.title = document.title.slice(0, -from.length) + to
    }
    rename(product, name)
    return () => rename(name, product)
  }, [name])
}

function sharedBrandQuery(shared: Partial<SharedBrandQuery>) {
  const query = String(writeQuery(sharedBrandParams, { ...defaultsOf(sharedBrandParams), ...shared }))
  return queryOptions({
    queryKey: [reader(), 'shared brand', query],
    queryFn: ({ signal }) =>
      currentClient().get(`/shared/brand?${query}`, (body) => readItem(SharedBrand, body), { signal }),
    // Pages of one client have one brand.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
  })
}

/** A link out of `link` is followed by the browser, not the router: outside of it the reader is another one. */
function leaveFor(link: string, event: MouseEvent) {
  const anchor = event.target instanceof Element && event.target.closest('a')
  if (
    !anchor ||
    anchor.origin !== location.origin ||
    anchor.pathname === link ||
    anchor.pathname.startsWith(`${link}/`)
  )
    return
  event.stopPropagation()
}

function SchemeButton() {
  const { scheme } = usePreferences()
  const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Button
      variant="plain"
      icon="contrast"
      iconOnly
      onClick={() => setPreferences({ scheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? words.light : words.dark}
    </Button>
  )
}
