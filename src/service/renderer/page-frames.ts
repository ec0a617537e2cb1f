export type FrameTree = {
  frame: { id: string; url: string; securityOrigin: string }
  childFrames?: FrameTree[]
}

/**
 * Returns true if a frame and all around it have documents of such origins. One of another site is in another process
 * and never found.
 * @param isDocument the frame's own document is requested
 */
export function isWithin(
  frameId: string,
  tree: FrameTree,
  isDocument: boolean,
  isSuch: (origin: URL) => boolean,
): boolean {
  const path = pathTo(frameId, tree)
  return (
    path.length > 0 &&
    path.every(({ frame }) => {
      const origin = URL.parse(frame.securityOrigin)
      if (origin && isSuch(origin)) return true
      // Written by the document around it.
      return frame.url === 'about:srcdoc' || (frame.id === frameId && isDocument && isNew(frame))
    })
  )
}

/** It has had no document yet. Its first one is requested by the frames around it. */
const isNew = ({ url, securityOrigin }: FrameTree['frame']) =>
  (url === '' || url === ':' || url === 'about:blank') && securityOrigin === '://'

/** Returns the frames from the main one to one of them. */
function pathTo(frameId: string, tree: FrameTree): FrameTree[] {
  if (tree.frame.id === frameId) return [tree]
  for (const child of tree.childFrames ?? []) {
    const path = pathTo(frameId, child)
    if (path.length > 0) return [tree, ...path]
  }
  return []
}
