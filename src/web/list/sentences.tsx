import { Notice } from '#web/ui/notice.tsx'

/** One sentence, or a list of several. */
export const Sentences = ({ sentences }: { sentences: string[] }) => (
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
