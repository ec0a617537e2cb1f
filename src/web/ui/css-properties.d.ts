import 'react'

declare module 'react' {
  /** Custom properties can be set like any other. */
  interface CSSProperties {
    [name: `--${string}`]: string | undefined
  }
}
