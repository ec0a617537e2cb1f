import { useEffect, useState } from 'react'

/** What `load` gives, once the first paint is done; undefined until then, and where it could not be loaded. Pass a stable function. */
export function useAfterPaint<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>()
  useEffect(
    () =>
      void load().then(
        (loaded) => setPart(() => loaded),
        () => {},
      ),
    [load],
  )
  return part
}
