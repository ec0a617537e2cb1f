/** Names stored actions as the API does: `website.unlock-failed` becomes `website_unlock_failed`. */
export const auditActions = (): string[] => [
  `update audit set action = replace(replace(action, '.', '_'), '-', '_')
    where action like '%.%' or action = 'sign-in'`,
]
