import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentClient } from '#web/data/current-client.ts'
import { pathFor } from '#web/data/reader.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { renderedWords as words } from './words.ts'
import styles from './screenshot.module.css'

/** Fetched with the key, which an `<img>` can't send. */
const screenshotQuery = (id: number) =>
  queryOptions({
    queryKey: [...reportQueries.details(), 'screenshot', id],
    queryFn: async ({ signal }): Promise<Blob> => {
      const headers = { Accept: 'image/webp' }
      const { body } = await currentClient().call('GET', pathFor({ report: id, part: 'screenshot.webp' }), {
        signal,
        headers,
        asStream: true,
      })
      return body.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

type ScreenshotProps = {
  id: number
  url: string
  /** False as long as it is in a closed tab. It is loaded when it is first shown. */
  isShown?: boolean
}

/** The screenshot of a report, in a box that has its size from the start. A click enlarges it. */
export function Screenshot({ id, url, isShown = true }: ScreenshotProps) {
  const { data: image, isError } = useQuery({ ...screenshotQuery(id), enabled: isShown })
  const source = useObjectUrl(image)
  const [isLarge, setLarge] = useState(false)
  if (isError) return <NoScreenshot text={words.noScreenshot} />
  const picture = source && <img src={source} alt={words.screenshotOf(url)} width="412" height="823" />
  return (
    <div className={styles.box}>
      {picture ? (
        <button type="button" className={styles.open} onClick={() => setLarge(true)}>
          {picture}
          <span className="hidden-visually">{words.enlarge}</span>
        </button>
      ) : (
        <Skeleton height="100%" />
      )}
      <Dialog
        open={isLarge}
        onClose={() => setLarge(false)}
        title={words.screenshot}
        actions={<Button onClick={() => setLarge(false)}>{words.close}</Button>}
      >
        <div className={`grid ${styles.large}`}>{picture}</div>
      </Dialog>
    </div>
  )
}

export const NoScreenshot = ({ text = words.notTaken }: { text?: string }) => (
  <p className={`faint small ${styles.box} grid ${styles.missing}`}>{text}</p>
)

/** Returns a URL for an image in memory, as long as the part is on screen. */
function useObjectUrl(image: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!image) return
    const created = URL.createObjectURL(image)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [image])
  return url
}
