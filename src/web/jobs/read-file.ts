import { maxJobBody } from '#contract/jobs/job.ts'
import { addWords as words } from './words.ts'

/** Returns the text of a file. Spreadsheets also write UTF-16. Throws an Error with a sentence for people. */
export async function readFile(file: File): Promise<string> {
  if (file.size > maxJobBody) throw new Error(words.tooLargeFile)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
  if (text.includes('\0')) throw new Error(words.unreadableFile)
  return text
}
