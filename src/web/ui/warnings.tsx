import { Notice } from './notice.tsx'

/** A warning of one sentence, or a list of several. */
export const Warnings = ({ sentences }: { sentences: string[] }) => (
  <Notice tone="decent">
    {sentences.length === 1 ? (
      sentences[0]
    ) : (
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
  </Notice>
)
