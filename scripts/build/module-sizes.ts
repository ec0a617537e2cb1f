import type { Plugin } from 'vite'

/** Writes the bytes of each module in each chunk: for the byte budget and for finding a page's chunk. */
export function moduleSizes(): Plugin {
  return {
    name: 'module-sizes',
    apply: 'build',
    generateBundle(_, bundle) {
      const sizes: Record<string, Record<string, number>> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
          id.split('?')[0]?.replaceAll('\\', '/'),
          renderedLength,
        ])
        sizes[chunk.fileName] = Object.fromEntries(modules)
      }
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(sizes) })
    },
  }
}
