import { downloadFile } from '#web/ui/download-file.ts'

/** A file that is written in parts. */
export type FileSink = {
  write: (part: string | Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  abort: () => Promise<void>
}

type Picker = (options: {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>

/**
 * Opens a file for writing. If the browser has a file picker, the parts go straight to the file that the user picks;
 * otherwise they are kept in memory and downloaded at the end. Returns null if the user cancels. Browsers permit this
 * only in response to a click.
 */
export async function openFile(name: string, type: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return download(name, type)
  try {
    const extension = `.${name.split('.').at(-1)}`
    const file = await showSaveFilePicker({
      suggestedName: name,
      types: [{ description: extension.slice(1).toUpperCase(), accept: { [type]: [extension] } }],
    })
    const stream = await file.createWritable()
    return { write: (part) => stream.write(part), close: () => stream.close(), abort: () => stream.abort() }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
    // The picker may be forbidden, for example in a frame. A download still works.
    return download(name, type)
  }
}

function download(name: string, type: string): FileSink {
  let parts: (string | Uint8Array<ArrayBuffer>)[] = []
  return {
    write: async (part) => void parts.push(part),
    close: async () => downloadFile(name, type, parts),
    abort: async () => void (parts = []),
  }
}
