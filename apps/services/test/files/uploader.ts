import { accessTo, publicationFile, type Person, type PublicationFile } from './file-world.ts';

/** Somebody who announces public files and looks at what became of them. */
export function uploaderOf(publisher: Person) {
  const announce = async (file: PublicationFile) => {
    const { file_configs } = await publisher.as('atma').fileConfigSaveV2({
      body: { file_config_dtos: [file] },
    });
    return file_configs[0]!.upload?.address;
  };
  const announced = async (bytes: Buffer, change: object = {}) => {
    const file = publicationFile(bytes, { is_public: true, ...change });
    return { file, address: (await announce(file))! };
  };
  const fetchFile = async (file: PublicationFile, headers: Record<string, string> = {}) => {
    const { file_accesses } = await publisher.as('atma').fileAccess({
      body: accessTo(file, publisher),
    });
    return fetch(file_accesses[0]!.file!.address, { headers });
  };
  const contentOf = async (file: PublicationFile) =>
    Buffer.from(await (await fetchFile(file)).arrayBuffer());
  const isThere = (file: PublicationFile) =>
    publisher
      .as('atma')
      .fileAccess({ body: accessTo(file, publisher) })
      .then(
        () => true,
        () => false,
      );
  const offsetOf = async (address: string) => {
    const answer = await fetch(address, { method: 'HEAD' });
    return Number(answer.headers.get('Upload-Offset'));
  };
  return { announce, announced, fetchFile, contentOf, isThere, offsetOf };
}
