import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Card } from '#web/ui/page.tsx'
import { firstRunWords as words } from './words.ts'
import styles from './first-run.module.css'

/** Explains reports before there is any, with a field for the first one and an example. */
export function FirstRun() {
  const canWrite = useCanWrite()
  const { analyse } = useAnalyseRequests()
  const [url, setUrl] = useState('')
  return (
    <Card className={`grid roomy ${styles.card}`}>
      <h2>{words.title}</h2>
      <p className="muted prose">{words.text}</p>
      {canWrite && (
        <form
          className={`cluster ${styles.form}`}
          onSubmit={(event) => {
            event.preventDefault()
            analyse(url)
          }}
        >
          <TextInput
            icon="globe"
            boxClassName={styles.field}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            aria-label={words.field}
            placeholder={words.placeholder}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" variant="main" className={styles.go}>
            {words.action}
          </Button>
        </form>
      )}
      <p>
        <Link to={paths.exampleReport()}>{words.example}</Link>
      </p>
    </Card>
  )
}
