/** Has the browser save `text` as a file. */
export function saveFile({ name, text }: { name: string; text: string }) {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(URL.revokeObjectURL, 10_000, href)
}
