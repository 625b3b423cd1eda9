export async function measureImport(_: object) {}
