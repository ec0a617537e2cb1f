import { downloadFile } from '#web/ui/download-file.ts'

/** A file that is being written, piece by piece. */
export type FileSink = {
  write: (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  abort: () => Promise<void>
}

type Picker = (options: {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>

/**
 * Where the browser can, the person chooses a file and it is written as the pieces come; else they are gathered and handed
 * over at the end. Null when the person would rather not. Must be called while a click still counts.
 */
export async function openFile(name: string, type: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return gathered(name, type)
  try {
    const ending = `.${name.split('.').at(-1)}`
    const file = await showSaveFilePicker({
      suggestedName: name,
      types: [{ description: ending.slice(1).toUpperCase(), accept: { [type]: [ending] } }],
    })
    const stream = await file.createWritable()
    return { write: (piece) => stream.write(piece), close: () => stream.close(), abort: () => stream.abort() }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
    // Forbidden in a frame, say: the file is still to be had.
    return gathered(name, type)
  }
}

function gathered(name: string, type: string): FileSink {
  let pieces: (string | Uint8Array<ArrayBuffer>)[] = []
  return {
    write: async (piece) => void pieces.push(piece),
    close: async () => downloadFile(name, type, pieces),
    abort: async () => void (pieces = []),
  }
}
