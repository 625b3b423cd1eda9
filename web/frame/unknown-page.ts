import { redirect } from 'react-router'

/** Whatever is not in the table of routes leads home (#20). */
export const loader = () => redirect('/')
export const clientLoader = () => redirect('/')
