/** The time, in ms, that a browser has to start a download before its data is released. */
const lifetimeMs = 60_000

/** Downloads `parts` as a file of the media type `type`. */
export function downloadFile(name: string, type: string, parts: BlobPart[]) {
  const href = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(URL.revokeObjectURL, lifetimeMs, href)
}
