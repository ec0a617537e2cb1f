import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { keptServersWords as words } from '#web/session/server-words.ts'

/** Gives a server the name that it has in this browser; an empty one is its address again. */
export function RenameDialog({
  name: before,
  onName,
  onClose,
}: {
  name: string
  onName: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState(before)
  return (
    <Dialog
      open
      title={words.renameTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form="rename-form" variant="main">
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id="rename-form"
        onSubmit={(event) => {
          event.preventDefault()
          onName(name.trim())
        }}
      >
        <Field label={words.name}>
          {(aria) => (
            <TextInput
              {...aria}
              data-autofocus
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
