/* Libraries for JavaScript that bring no types of their own: as much as the tests use. */

declare module '@xapi/xapi' {
  interface Answer<Data> {
    readonly data: Data;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  }
  export default class XAPI {
    static toBasicAuth(key: string, secret: string): string;
    constructor(options: { endpoint: string; auth: string; adapter: 'fetch' | 'xhr' });
    getAbout(): Promise<Answer<{ version: string[] }>>;
    sendStatement(given: {
      statement: object;
      attachments?: ArrayBuffer[];
    }): Promise<Answer<[string]>>;
    sendStatements(given: { statements: object[] }): Promise<Answer<string[]>>;
    getStatement(asked: {
      statementId: string;
      attachments?: boolean;
    }): Promise<Answer<object & [object, ...unknown[]]>>;
    getStatements(asked: object): Promise<Answer<{ statements: { id: string }[]; more: string }>>;
    getMoreStatements(asked: {
      more: string;
    }): Promise<Answer<{ statements: { id: string }[]; more: string }>>;
    voidStatement(asked: { actor: object; statementId: string }): Promise<Answer<[string]>>;
    getVoidedStatement(asked: { voidedStatementId: string }): Promise<Answer<object>>;
    createState(given: object): Promise<Answer<unknown>>;
    setState(given: object): Promise<Answer<unknown>>;
    getState(asked: object): Promise<Answer<unknown>>;
    getStates(asked: object): Promise<Answer<string[]>>;
    deleteState(asked: object): Promise<Answer<unknown>>;
    createAgentProfile(given: object): Promise<Answer<unknown>>;
    getAgentProfile(asked: object): Promise<Answer<unknown>>;
    setActivityProfile(given: object): Promise<Answer<unknown>>;
    getActivityProfile(asked: object): Promise<Answer<unknown>>;
    getAgent(asked: { agent: object }): Promise<Answer<object>>;
    getActivity(asked: { activityId: string }): Promise<Answer<object>>;
  }
}

declare module 'tincanjs' {
  type Done<Result> = (error: unknown, result: Result) => void;
  interface Saved {
    readonly statements: { id: string }[];
    readonly more: string | null;
  }
  interface Lrs {
    saveStatement(statement: object, options: { callback: Done<unknown> }): void;
    saveStatements(statements: object[], options: { callback: Done<unknown> }): void;
    retrieveStatement(id: string, options: { callback: Done<object> }): void;
    queryStatements(options: { params: object; callback: Done<Saved> }): void;
    moreStatements(options: { url: string; callback: Done<Saved> }): void;
    saveState(key: string, value: unknown, options: object): void;
    retrieveState(key: string, options: object): void;
    dropState(key: string, options: object): void;
  }
  type Made = new (members: object) => { id: string };
  const library: {
    LRS: new (options: {
      endpoint: string;
      username: string;
      password: string;
      allowFail: boolean;
      version: string;
    }) => Lrs;
    Statement: Made;
    Agent: Made;
    Activity: Made;
    Verb: Made;
  };
  export default library;
}
