import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { readFile } from './read-file.ts'
import { addWords as words } from './words.ts'

type FileButtonProps = { onText: (text: string) => void; onFailure: (sentence: string) => void }

/** Reads a file. */
export function FileButton({ onText, onFailure }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xml,text/csv,text/plain,text/tab-separated-values"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void readFile(file).then(onText, (thrown: Error) => onFailure(thrown.message))
        }}
      />
      <Button onClick={() => input.current?.click()}>{words.file}</Button>
    </>
  )
}
