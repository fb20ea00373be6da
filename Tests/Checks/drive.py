"""Checks FakeDrive with Google's own Python client. If the two disagree, FakeDrive is wrong.

usage: drive.py PROGRAM; PROGRAM is workphotos-fakedrive.

A case is a function whose name begins with `case_`. Each API call that it makes is counted.
"""

import datetime
import hashlib
import io
import json
import os
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

import google.auth.transport.requests
import google_auth_oauthlib.flow
import google_auth_httplib2
import httplib2
from google.auth.exceptions import RefreshError
from google.oauth2 import credentials as user_credentials
from google.oauth2 import service_account
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.errors import HttpError, ResumableUploadError
from googleapiclient.http import HttpRequest, MediaFileUpload, MediaInMemoryUpload, MediaIoBaseDownload

QUANTUM = 256 * 1024
SCOPE_FILE = "https://www.googleapis.com/auth/drive.file"
SCOPE_DRIVE = "https://www.googleapis.com/auth/drive"
FOLDER = "application/vnd.google-apps.folder"
ALL = "id,name,mimeType,parents,size,md5Checksum,sha1Checksum,sha256Checksum,trashed,appProperties,modifiedTime"


class Fake:
    """The fake, and how to reach it."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.start = json.loads(self.process.stdout.readline())
        self.address = self.start["address"]
        self.calls = 0

    def do(self, command, **values):
        data = json.dumps({"do": command, **values}).encode()
        with urllib.request.urlopen(self.address + "/control", data) as answer:
            return json.load(answer)

    def service(self, token):
        fake = self

        class Counted(HttpRequest):
            """Counts calls, and checks each answer against the schema in the document."""

            def execute(self, *arguments, **named):
                fake.calls += 0 if self.resumable else 1
                answer = super().execute(*arguments, **named)
                return answer if self.resumable else self.held(answer)

            def next_chunk(self, *arguments, **named):
                fake.calls += 1
                status, answer = super().next_chunk(*arguments, **named)
                return status, answer and self.held(answer)

            def held(self, answer):
                schema = answer_schema(self.methodId)
                if isinstance(answer, dict) and schema:
                    hold(answer, {"$ref": schema}, self.methodId)
                return answer

        signed = token if hasattr(token, "refresh") else user_credentials.Credentials(token)
        plain = httplib2.Http(timeout=20)
        plain.redirect_codes = plain.redirect_codes - {308}  # as the client's own does
        # The option for another address does not change upload addresses, so the client gets a document with our
        # address.
        document = {**DOCUMENT, "rootUrl": self.address + "/", "baseUrl": self.address + "/drive/v3/"}
        document.pop("mtlsRootUrl", None)
        return build_from_document(
            document, http=google_auth_httplib2.AuthorizedHttp(signed, http=plain), requestBuilder=Counted)

    def user(self, email, scope=SCOPE_FILE, client=None):
        """A service for an account. Makes the account and the client if they do not exist."""
        self.do("account", email=email)
        made = client or self.do("client", kind="desktop")
        token = self.do("token", email=email, client=made["id"], scope=scope)
        return self.service(token["token"]), made

    def breaches(self):
        found = {breach["kind"] for breach in self.do("breaches")}
        self.do("forgetBreaches")
        return found

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def same(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def refused(request, status, reason=None):
    """Sends requests that must be refused."""
    try:
        request.execute()
    except HttpError as error:
        same(error.resp.status, status, "status")
        if reason:
            same(json.loads(error.content)["error"]["errors"][0]["reason"], reason, "reason")
        return error
    raise AssertionError(f"was not refused with {status} {reason}")


def upload(service, content, name="a.jpg", fields=ALL, chunk=-1, **body):
    media = MediaInMemoryUpload(content, mimetype="image/jpeg", chunksize=chunk, resumable=True)
    return service.files().create(
        body={"name": name, **body}, media_body=media, fields=fields, supportsAllDrives=True)


def fetched(service, file, chunk=1024 * 1024):
    buffer = io.BytesIO()
    loader = MediaIoBaseDownload(buffer, service.files().get_media(fileId=file, supportsAllDrives=True), chunksize=chunk)
    done = False
    while not done:
        _, done = loader.next_chunk()
    return buffer.getvalue()


DOCUMENT = json.loads(get_static_doc("drive", "v3"))


def answer_schema(method):
    found = DOCUMENT
    for name in method.split(".")[1:-1]:
        found = found["resources"][name]
    return found["methods"][method.split(".")[-1]].get("response", {}).get("$ref")


def hold(value, schema, place):
    """Checks a value against a schema in the document."""
    if "$ref" in schema:
        schema = DOCUMENT["schemas"][schema["$ref"]]
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    if not isinstance(value, kinds[schema["type"]]):
        raise AssertionError(f"{place}: {value!r} is no {schema['type']}")
    if schema["type"] == "array":
        for element in value:
            hold(element, schema["items"], place)
    for name, inner in value.items() if "properties" in schema else ():
        if name not in schema["properties"]:
            raise AssertionError(f"{place}: there is no member {name}")
        hold(inner, schema["properties"][name], f"{place}.{name}")
    if schema.get("format") == "int64":
        int(value)
    if schema.get("format") == "date-time":
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")


# --- the tables -------------------------------------------------------------------------------------------------------


def type_of(schema, path):
    if "$ref" in schema:
        return schema["$ref"]
    if schema["type"] == "array":
        return "[" + type_of(schema["items"], path) + "]"
    if schema["type"] == "object":
        return "map" if "additionalProperties" in schema else path
    return {"int64": "long", "date-time": "time", "byte": "bytes"}.get(schema.get("format"), schema["type"])


def members_of(document, name):
    head, *rest = name.split(".")
    schema = document["schemas"].get(head)
    for part in rest:
        schema = schema["properties"][part]
        schema = schema.get("items", schema)
    return {member: type_of(value, name + "." + member) for member, value in schema["properties"].items()}


def parameter_type(value):
    name = value["type"]
    if "minimum" in value:
        name += f"({value['minimum']}..{value['maximum']})"
    if "enum" in value:
        name += "(" + "|".join(value["enum"]) + ")"
    return name + ("!" if value.get("deprecated") else "")


def case_tables(fake):
    """The fake's tables equal those of the document. A newer document may contain more."""
    document, tables = DOCUMENT, fake.do("tables")
    is_newer = document["revision"] > tables["revision"]
    methods = {}

    def gather(resource):
        for method in resource.get("methods", {}).values():
            methods[method["id"].removeprefix("drive.")] = method
        for inner in resource.get("resources", {}).values():
            gather(inner)

    def compare(ours, theirs, what):
        for name in sorted(set(ours) | set(theirs)):
            if name not in ours and is_newer:
                print(f"check-drive: new at Google: {what} {name}: {theirs[name]}")
            else:
                same(ours.get(name), theirs.get(name), f"{what} {name}")

    gather(document)
    for name, members in tables["schemas"].items():
        compare(members, members_of(document, name), f"schema {name}")
    for name, ours in tables["methods"].items():
        theirs = methods[name]
        same(ours["verb"], theirs["httpMethod"], f"{name}, method")
        same(ours["path"], theirs["path"], f"{name}, path")
        same(ours["takes"], theirs.get("request", {}).get("$ref"), f"{name}, body")
        same(ours["gives"], theirs.get("response", {}).get("$ref"), f"{name}, answer")
        query = {k: parameter_type(v) for k, v in theirs.get("parameters", {}).items() if v["location"] == "query"}
        compare(ours["parameters"], query, f"parameter of {name}")
        same(ours["scopes"], sorted(scope.split("/")[-1] for scope in theirs["scopes"]), f"{name}, scopes")
    compare(tables["common"], {k: parameter_type(v) for k, v in document["parameters"].items()}, "common parameter")


# --- files ------------------------------------------------------------------------------------------------------------


def case_about(fake):
    service, _ = fake.user("about@example.com")
    fake.do("limit", email="about@example.com", limit=1000)
    about = service.about().get(fields="user,storageQuota").execute()
    same(about["user"]["emailAddress"], "about@example.com", "who")
    same(about["storageQuota"]["limit"], "1000", "limit")
    refused(service.about().get(), 400, "required")


def case_ids(fake):
    service, _ = fake.user("ids@example.com")
    same(len(service.files().generateIds(fields="ids").execute()["ids"]), 10, "ids unasked")
    ids = service.files().generateIds(count=1000, fields="ids,space,kind").execute()
    same((len(set(ids["ids"])), ids["space"], ids["kind"]), (1000, "drive", "drive#generatedIds"), "a thousand")
    refused(service.files().generateIds(count=1001, fields="ids"), 400)
    made = upload(service, b"one", id=ids["ids"][0]).execute()
    same(made["id"], ids["ids"][0], "the id asked for")
    same(refused(upload(service, b"one", id=ids["ids"][0]), 409).resp.status, 409, "an id again")
    refused(upload(service, b"one", id="1madeUp"), 400)
    folder = {"name": "f", "mimeType": FOLDER, "id": ids["ids"][1]}
    same(service.files().create(body=folder, fields="id").execute()["id"], ids["ids"][1], "a folder with an id")
    same("idNotGenerated" in fake.breaches(), True, "a breach")


def case_uploads(fake):
    service, _ = fake.user("up@example.com")
    content = os.urandom(3 * QUANTUM + 17)
    for chunk in (-1, QUANTUM, 2 * QUANTUM):
        made = upload(service, content, chunk=chunk).execute()
        same(made["size"], str(len(content)), "size")
        same(made["md5Checksum"], hashlib.md5(content).hexdigest(), "md5")
        same(made["sha1Checksum"], hashlib.sha1(content).hexdigest(), "sha1")
        same(made["sha256Checksum"], hashlib.sha256(content).hexdigest(), "sha256")
        same(fetched(service, made["id"], chunk=QUANTUM), content, "content")
    names = service.files().list(q="name = 'a.jpg'", fields="files(id,name)").execute()["files"]
    same(len(names), 3, "files of one name")
    empty = upload(service, b"").execute()
    same(empty["size"], "0", "empty")
    simple = service.files().create(media_body=MediaInMemoryUpload(b"s", mimetype="image/png"), fields=ALL).execute()
    same((simple["size"], simple["name"]), ("1", "Untitled"), "simple")
    plain = service.files().create(body={"name": "plain"}).execute()
    same(sorted(plain), ["id", "kind", "mimeType", "name"], "members unasked")
    fake.breaches()


def case_chunks(fake):
    """The server determines the progress of a chunked upload."""
    service, _ = fake.user("chunks@example.com")
    fake.breaches()
    path = os.path.join(os.environ["CHECK_DIRECTORY"], "chunks.bin")
    content = os.urandom(5 * QUANTUM + 1)
    with open(path, "wb") as file:
        file.write(content)
    media = MediaFileUpload(path, mimetype="image/jpeg", chunksize=QUANTUM, resumable=True)
    request = service.files().create(body={"name": "c"}, media_body=media, fields=ALL, supportsAllDrives=True)
    status, made = request.next_chunk()
    same((status.resumable_progress, made), (QUANTUM, None), "progress")
    fake.do("plant", fault="status", status=503, method="PUT", path="upload_id")
    try:
        request.next_chunk()
        raise AssertionError("503 was not seen")
    except HttpError as error:
        same(error.resp.status, 503, "status")
    while made is None:
        _, made = request.next_chunk()
    same(made["sha256Checksum"], hashlib.sha256(content).hexdigest(), "after a pause")
    fake.do("plant", fault="dropInBody", bytes=QUANTUM + 100, method="PUT", path="upload_id")
    request = upload(service, content, "cut", chunk=3 * QUANTUM)
    try:
        request.next_chunk()
        raise AssertionError("the cut was not seen")
    except (ConnectionError, httplib2.HttpLib2Error, OSError):
        pass
    question = {"Content-Range": f"bytes */{len(content)}", "Content-Length": "0"}
    answer, _ = service._http.request(request.resumable_uri, "PUT", headers=question)
    same((answer.status, answer["range"]), (308, f"bytes=0-{QUANTUM - 1}"), "what is held after a cut")
    request.resumable_progress = QUANTUM
    made = request.execute()
    same(made["sha256Checksum"], hashlib.sha256(content).hexdigest(), "after a cut")
    request = upload(service, content, "gone", chunk=QUANTUM)
    request.next_chunk()
    fake.do("expireUploads")
    try:
        request.next_chunk()
        raise AssertionError("the end of the session was not seen")
    except HttpError as error:
        same(error.resp.status, 404, "status")
    same(fake.breaches(), set(), "breaches")
    request = upload(service, content, "gone", chunk=QUANTUM)
    request.next_chunk()
    same(fake.breaches(), {"repeatedCreateWithoutID"}, "a create that is sent again")


def case_stream(fake):
    """An upload whose length is unknown at first."""
    service, _ = fake.user("stream@example.com")
    content = os.urandom(2 * QUANTUM)
    for ending in (b"", b"tail"):
        whole = content + ending
        start = service._http.request(
            fake.address + "/upload/drive/v3/files?uploadType=resumable&fields=size,md5Checksum&supportsAllDrives=true",
            "POST", body="{}", headers={"Content-Type": "application/json"})[0]
        headers = {"Content-Range": f"bytes 0-{2 * QUANTUM - 1}/*"}
        answer, _ = service._http.request(start["location"], "PUT", body=content, headers=headers)
        same((answer.status, answer["range"]), (308, f"bytes=0-{2 * QUANTUM - 1}"), "held")
        range_ = f"bytes */{len(whole)}" if not ending else f"bytes {len(content)}-{len(whole) - 1}/{len(whole)}"
        answer, body = service._http.request(start["location"], "PUT", body=ending, headers={"Content-Range": range_})
        same(answer.status, 200, "the end is known now")
        same(json.loads(body)["md5Checksum"], hashlib.md5(whole).hexdigest(), "md5")


def case_updates(fake):
    service, _ = fake.user("change@example.com")
    made = upload(service, b"one").execute()
    first = service.files().get(fileId=made["id"], fields="version,headRevisionId").execute()
    changed = service.files().update(
        fileId=made["id"], body={"name": "b", "modifiedTime": "2026-05-04T12:00:00.123456+02:00"}, fields=ALL).execute()
    same((changed["name"], changed["modifiedTime"]), ("b", "2026-05-04T10:00:00.123Z"), "metadata")
    for resumable in (True, False):
        media = MediaInMemoryUpload(b"two", mimetype="image/jpeg", resumable=resumable)
        changed = service.files().update(fileId=made["id"], media_body=media, fields=ALL).execute()
        same(changed["md5Checksum"], hashlib.md5(b"two").hexdigest(), "new content")
    after = service.files().get(fileId=made["id"], fields="version,headRevisionId").execute()
    same(after["headRevisionId"] != first["headRevisionId"], True, "a new revision")
    same(int(after["version"]) > int(first["version"]), True, "a new version")
    refused(service.files().update(fileId=made["id"], body={"id": "x"}), 403, "fieldNotWritable")
    refused(service.files().update(fileId=made["id"], body={"parents": ["root"]}), 403, "fieldNotWritable")
    refused(service.files().update(fileId=made["id"], body={"size": "1"}), 403, "fieldNotWritable")
    refused(service.files().get(fileId=made["id"], fields="id,nothing"), 400)
    refused(service.files().get(fileId="1nothing", fields="id"), 404, "notFound")


def case_parents(fake):
    service, _ = fake.user("parents@example.com")
    files = service.files()
    same(files.get(fileId=files.create(body={"name": "all"}).execute()["id"], fields="*").execute()["trashed"], False, "*")
    one = files.create(body={"name": "one", "mimeType": FOLDER}, fields="id,parents").execute()
    two = files.create(body={"name": "two", "mimeType": FOLDER, "parents": [one["id"]]}, fields="id,parents").execute()
    same(two["parents"], [one["id"]], "parent")
    made = upload(service, b"x", parents=[two["id"]]).execute()
    refused(files.update(fileId=made["id"], addParents=one["id"]), 403, "cannotAddParent")
    moved = files.update(fileId=made["id"], addParents=one["id"], removeParents=two["id"], fields="parents").execute()
    same(moved["parents"], [one["id"]], "moved")
    refused(files.create(body={"name": "x", "parents": [one["id"], two["id"]]}), 403)
    refused(files.create(body={"name": "x", "parents": ["1nothing"]}), 404, "notFound")
    same(files.list(q=f"'{one['id']}' in parents", fields="files(id)", orderBy="name").execute()["files"],
         [{"id": made["id"]}, {"id": two["id"]}], "children")
    files.update(fileId=one["id"], body={"trashed": True}).execute()
    below = files.get(fileId=made["id"], fields="trashed,explicitlyTrashed").execute()
    same(below, {"trashed": True, "explicitlyTrashed": False}, "below a trashed folder")
    refused(files.get_media(fileId=one["id"]), 403, "fileNotDownloadable")
    files.delete(fileId=one["id"]).execute()
    refused(files.get(fileId=made["id"], fields="id"), 404, "notFound")


def case_lists(fake):
    service, _ = fake.user("lists@example.com")
    ids = [upload(service, b"x", name=f"{i}.jpg").execute()["id"] for i in range(7)]
    service.files().update(fileId=ids[0], body={"trashed": True}).execute()
    fake.do("paging", emptyPages=1, partial=2)
    request, found, pages = service.files().list(pageSize=5, fields="nextPageToken,files(id)"), [], 0
    while request is not None:
        page = request.execute()
        found += [file["id"] for file in page["files"]]
        pages += 1
        request = service.files().list_next(request, page)
    fake.do("paging")
    same((sorted(found), pages), (sorted(ids), 5), "all pages, the trash too")
    terms = {
        "trashed = false": 6, "trashed=true": 1, "name = '3.jpg'": 1, "mimeType = 'image/jpeg'": 7,
        "(name = '1.jpg' or name = '2.jpg') and trashed = false": 2, "'root' in parents": 7, "'me' in owners": 7,
    }
    for query, count in terms.items():
        same(len(service.files().list(q=query, fields="files(id)").execute()["files"]), count, query)
    for query in ("name", "name = 3", "sha256Checksum = 'x'", "name = 'a", "trashed = maybe", "(trashed = true"):
        refused(service.files().list(q=query, fields="files(id)"), 400, "invalid")
    refused(service.files().list(pageToken="nothing", fields="files(id)"), 400, "invalid")
    refused(service.files().list(pageSize=1001, fields="files(id)"), 400)
    upload(service, b"x", name="it's \\ here").execute()
    same(len(service.files().list(q="name = 'it\\'s \\\\ here'", fields="files(id)").execute()["files"]), 1, "escapes")


def case_properties(fake):
    service, client = fake.user("props@example.com")
    made = upload(service, b"x", appProperties={"wpSha256": "0" * 64, "a": "1"}).execute()
    same(made["appProperties"], {"wpSha256": "0" * 64, "a": "1"}, "own properties")
    query = f"appProperties has {{ key='wpSha256' and value='{'0' * 64}' }} and trashed=false"
    same(len(service.files().list(q=query, fields="files(id)").execute()["files"]), 1, "found by them")
    service.files().update(fileId=made["id"], body={"appProperties": {"a": None}}).execute()
    left = service.files().get(fileId=made["id"], fields="appProperties").execute()
    same(left["appProperties"], {"wpSha256": "0" * 64}, "one taken away")
    refused(service.files().update(fileId=made["id"], body={"appProperties": {"k": "v" * 124}}), 400)
    many = {f"k{i}": "v" for i in range(31)}
    refused(service.files().update(fileId=made["id"], body={"appProperties": many}), 400)
    other, _ = fake.user("props@example.com", SCOPE_DRIVE)
    same(other.files().get(fileId=made["id"], fields="appProperties").execute(), {}, "another client's view")
    same(other.files().list(q=query, fields="files(id)").execute()["files"], [], "another client's query")


def case_views(fake):
    """`drive.file` sees only files of its own client."""
    service, client = fake.user("view@example.com")
    foreign = fake.do("put", name="by hand.jpg", text="x", email="view@example.com")["id"]
    refused(service.files().get(fileId=foreign, fields="id"), 404, "notFound")
    same(service.files().list(fields="files(id)").execute()["files"], [], "list")
    refused(service.files().create(body={"name": "x", "parents": [foreign]}), 404, "notFound")
    refused(service.drives().list(fields="drives(id)"), 403, "insufficientPermissions")
    whole, _ = fake.user("view@example.com", SCOPE_DRIVE, client)
    same(whole.files().get(fileId=foreign, fields="name").execute(), {"name": "by hand.jpg"}, "scope drive")
    stranger, _ = fake.user("stranger@example.com", SCOPE_DRIVE)
    refused(stranger.files().get(fileId=foreign, fields="id"), 404, "notFound")


def case_drives(fake):
    service, client = fake.user("team@example.com", SCOPE_DRIVE)
    ids = [fake.do("drive", name=f"Team {i}", members={"team@example.com": "writer"})["id"] for i in range(3)]
    page = service.drives().list(pageSize=2, fields="nextPageToken,drives(id,name)").execute()
    rest = service.drives().list_next(service.drives().list(pageSize=2), page).execute()
    same(sorted(d["id"] for d in page["drives"] + rest["drives"]), sorted(ids), "drives")
    same(service.drives().get(driveId=ids[0], fields="name").execute(), {"name": "Team 0"}, "a drive")
    refused(service.drives().get(driveId="0nothing", fields="id"), 404, "notFound")
    made = upload(service, b"x", fields="id,driveId,parents", parents=[ids[0]]).execute()
    same((made["driveId"], made["parents"]), (ids[0], [ids[0]]), "a file there")
    refused(service.files().get(fileId=made["id"], fields="id"), 404, "notFound")
    refused(service.files().create(body={"name": "x", "parents": [ids[0]]}), 404, "notFound")
    found = service.files().list(
        corpora="drive", driveId=ids[0], includeItemsFromAllDrives=True, supportsAllDrives=True, fields="files(id)")
    same(found.execute()["files"], [{"id": made["id"]}], "list of a drive")
    refused(service.files().list(corpora="drive", driveId=ids[0], fields="files(id)"), 400)
    same(service.files().list(fields="files(id)").execute()["files"], [], "list of My Drive")
    refused(service.files().delete(fileId=made["id"], supportsAllDrives=True), 403, "insufficientFilePermissions")


def case_permissions(fake):
    service, client = fake.user("share@example.com")
    made = upload(service, b"x").execute()
    permissions = service.permissions()
    fields = "id,type,role,emailAddress,expirationTime"
    ben = {"type": "user", "role": "reader", "emailAddress": "ben@example.com", "expirationTime": "2027-01-01T00:00:00Z"}
    one = permissions.create(
        fileId=made["id"], body=ben, sendNotificationEmail=False, emailMessage=None, fields=fields).execute()
    same((one["role"], one["expirationTime"]), ("reader", "2027-01-01T00:00:00.000Z"), "a permission")
    again = permissions.create(fileId=made["id"], body={**ben, "role": "writer"}, fields=fields).execute()
    same((again["id"], again["role"]), (one["id"], "writer"), "asked for twice")
    link = permissions.create(fileId=made["id"], body={"type": "anyone", "role": "reader"}, fields=fields).execute()
    same(link["id"], "anyoneWithLink", "a link")
    ends = {"type": "anyone", "role": "reader", "expirationTime": "2027-01-01T00:00:00Z"}
    refused(permissions.create(fileId=made["id"], body=ends), 403)
    refused(permissions.create(fileId=made["id"], body={"type": "anyone", "role": "reader"}, sendNotificationEmail=True), 400)
    refused(permissions.create(fileId=made["id"], body={"role": "reader"}), 400, "required")
    listed = permissions.list(fileId=made["id"], fields="permissions(id,role)", pageSize=2).execute()
    same([p["role"] for p in listed["permissions"]], ["owner", "writer"], "list")
    rest = permissions.list(fileId=made["id"]).execute()
    same(len(rest["permissions"]), 3, "all")
    same(sorted(rest["permissions"][0]), ["id", "kind", "role", "type"], "members unasked")
    same(permissions.get(fileId=made["id"], permissionId=one["id"], fields="role").execute(), {"role": "writer"}, "get")
    changed = permissions.update(
        fileId=made["id"], permissionId=one["id"], body={"role": "commenter"}, removeExpiration=True, fields=fields).execute()
    same((changed["role"], "expirationTime" in changed), ("commenter", False), "update")
    refused(permissions.update(fileId=made["id"], permissionId=one["id"], body={"type": "anyone"}), 403, "fieldNotWritable")
    guest, _ = fake.user("ben@example.com", SCOPE_DRIVE)
    same(guest.files().get(fileId=made["id"], fields="name").execute(), {"name": "a.jpg"}, "the guest's view")
    permissions.delete(fileId=made["id"], permissionId=one["id"]).execute()
    permissions.delete(fileId=made["id"], permissionId="anyoneWithLink").execute()
    refused(permissions.delete(fileId=made["id"], permissionId="anyoneWithLink"), 404, "notFound")
    refused(guest.files().get(fileId=made["id"], fields="id"), 404, "notFound")
    folder = service.files().create(body={"name": "f", "mimeType": FOLDER}, fields="id").execute()["id"]
    permissions.create(fileId=folder, body={"type": "anyone", "role": "reader"}).execute()
    below = upload(service, b"x", parents=[folder]).execute()["id"]
    same(service.files().get(fileId=below, fields="shared").execute(), {"shared": True}, "below a shared folder")
    refused(permissions.delete(fileId=below, permissionId="anyoneWithLink"), 403)


def case_downloads(fake):
    service, _ = fake.user("down@example.com")
    content = bytes(range(256)) * 5000
    made = upload(service, content).execute()
    request = service.files().get_media(fileId=made["id"])
    request.headers["Range"] = "bytes=256-511"
    same(request.execute(), bytes(range(256)), "a range")
    request.headers["Range"] = "bytes=-3"
    same(request.execute(), b"\xfd\xfe\xff", "the last bytes")
    request.headers["Range"] = f"bytes={len(content)}-"
    same(refused(request, 416).resp["content-range"], f"bytes */{len(content)}", "behind the end")
    same(fetched(service, made["id"], chunk=300_000), content, "in parts")


def case_limits(fake):
    service, _ = fake.user("full@example.com")
    fake.do("limit", email="full@example.com", limit=10)
    upload(service, b"12345678").execute()
    refused(upload(service, b"123"), 403, "storageQuotaExceeded")
    refused(service.files().create(media_body=MediaInMemoryUpload(b"123")), 403, "storageQuotaExceeded")
    fake.do("limit", email="full@example.com")
    fake.do("dailyLimit", bytes=10)
    refused(upload(service, b"123"), 403, "userRateLimitExceeded")
    fake.do("dailyLimit")
    fake.do("rate", requests=0, seconds=1, retryAfter=7)
    same(refused(service.files().list(fields="files(id)"), 429, "rateLimitExceeded").resp["retry-after"], "7", "Retry-After")
    fake.do("rate", requests=0, seconds=1, status=403)
    refused(service.files().list(fields="files(id)"), 403, "userRateLimitExceeded")
    fake.do("rate")
    fake.breaches()
    fake.do("plant", fault="status", status=503, retryAfter=30, path="pageSize=11")
    refused(service.files().list(fields="files(id)", pageSize=11, supportsAllDrives=True), 503, "backendError")
    service.files().list(fields="files(id)", pageSize=11, supportsAllDrives=True).execute()
    same(fake.breaches(), {"retryAfterNotKept"}, "asked again too early")
    fake.do("plant", fault="status", status=500, method="GET", times=2)
    service.files().list(fields="files(id)").execute(num_retries=3)
    fake.do("plant", fault="html", status=502, method="GET")
    same(refused(service.files().list(fields="files(id)"), 502).resp["content-type"][:9], "text/html", "HTML")


# --- the sign-in ------------------------------------------------------------------------------------------------------


class Browser(threading.Thread):
    """Opens an address and follows redirects, as a browser does."""

    def __init__(self, address):
        super().__init__()
        self.address = address

    def run(self):
        urllib.request.urlopen(self.address).read()


def flow(fake, scopes, **client):
    made = fake.do("client", **client)
    return google_auth_oauthlib.flow.InstalledAppFlow.from_client_config(
        json.loads(made["file"]), scopes, autogenerate_code_verifier=True)


def signed_in(fake, email, scopes, **client):
    """Google's own flow with its own listener, but with our browser."""
    import webbrowser

    class Opener(webbrowser.BaseBrowser):
        def open(self, url, new=0, autoraise=True):
            Browser(url).start()
            return True

    webbrowser.register("check-drive", Opener)
    fake.do("account", email=email)
    fake.do("consent", answer="allow", email=email)
    return flow(fake, scopes, **client).run_local_server(
        host="127.0.0.1", port=0, authorization_prompt_message="", browser="check-drive", timeout_seconds=20)


def case_sign_in(fake):
    signed = signed_in(fake, "login@example.com", [SCOPE_FILE], kind="desktop")
    same((bool(signed.token), bool(signed.refresh_token)), (True, True), "tokens")
    service = fake.service(signed)
    same(service.about().get(fields="user/emailAddress").execute()["user"]["emailAddress"], "login@example.com", "who")
    old = signed.token
    fake.do("expireAccessTokens")
    service.about().get(fields="user").execute()  # google-auth refreshes at 401, once
    same(signed.token != old, True, "a new token")
    signed.refresh(google.auth.transport.requests.Request())
    fake.breaches()
    fake.do("killRefreshTokens")
    for _ in range(2):
        try:
            signed.refresh(google.auth.transport.requests.Request())
            raise AssertionError("a dead token was refreshed")
        except RefreshError as error:
            same("invalid_grant" in str(error), True, str(error))
    same(fake.breaches(), {"deadTokenAgain"}, "asked with a dead token again")


def case_testing(fake):
    """A client in "Testing": its refresh tokens are valid for seven days."""
    signed = signed_in(fake, "testing@example.com", [SCOPE_FILE], kind="desktop", testing=True)
    fake.do("advance", seconds=6 * 86400)
    signed.refresh(google.auth.transport.requests.Request())
    fake.do("advance", seconds=86400 + 60)
    try:
        signed.refresh(google.auth.transport.requests.Request())
        raise AssertionError("a token of eight days was refreshed")
    except RefreshError as error:
        same("invalid_grant" in str(error), True, str(error))
    fake.do("advance", seconds=-7 * 86400 - 60)


def case_refused_sign_in(fake):
    fake.do("consent", answer="deny")
    started = flow(fake, [SCOPE_FILE], kind="desktop")
    started.redirect_uri = "http://127.0.0.1:1/"

    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    def redirect(address):
        try:
            urllib.request.build_opener(NoRedirect).open(address)
        except urllib.error.HTTPError as error:
            return error.code, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(error.headers["Location"] or "").query))
        return 200, {}

    address, state = started.authorization_url()
    same(redirect(address), (302, {"error": "access_denied", "state": state}), "denied")
    fake.do("account", email="code@example.com")
    fake.do("consent", answer="allow", email="code@example.com")
    code = redirect(address)[1]["code"]
    started.code_verifier = "x" * 50
    for verifier in (False, True):
        try:
            started.fetch_token(code=code)
            raise AssertionError("a wrong verifier was taken")
        except Exception as error:
            same("invalid_grant" in str(error), True, str(error))
    fake.do("consent", answer="wrongState", email="code@example.com")
    same(redirect(address)[1]["state"] != state, True, "a wrong state")
    started.redirect_uri = "http://example.com/"
    same(redirect(started.authorization_url()[0])[0], 400, "redirect to elsewhere")
    fake.breaches()


def case_service_account(fake):
    key = json.loads(fake.do("serviceAccount")["file"])
    fake.do("drive", name="Robots", members={key["client_email"]: "writer"})
    robot = service_account.Credentials.from_service_account_info(key, scopes=[SCOPE_DRIVE])
    service = fake.service(robot)
    drive = service.drives().list(fields="drives(id)").execute()["drives"][0]["id"]
    same(robot.valid, True, "a token for an assertion")
    refused(upload(service, b"x"), 403, "storageQuotaExceeded")
    upload(service, b"x", parents=[drive]).execute()
    fake.do("account", email="boss@example.com")
    try:
        robot.with_subject("boss@example.com").refresh(google.auth.transport.requests.Request())
        raise AssertionError("acted for another without leave")
    except RefreshError as error:
        same("unauthorized_client" in str(error), True, str(error))
    other = json.loads(fake.do("serviceAccount", delegates=True)["file"])
    acting = service_account.Credentials.from_service_account_info(other, scopes=[SCOPE_FILE], subject="boss@example.com")
    same(fake.service(acting).about().get(fields="user/emailAddress").execute()["user"]["emailAddress"],
         "boss@example.com", "who it acts for")
    mixed = service_account.Credentials.from_service_account_info(
        {**other, "private_key": key["private_key"]}, scopes=[SCOPE_FILE])
    fake.do("advance", seconds=-2 * 3600)
    for wrong in (mixed, robot):
        try:
            wrong.refresh(google.auth.transport.requests.Request())
            raise AssertionError("a wrong assertion was taken")
        except RefreshError as error:
            same("invalid_grant" in str(error), True, str(error))
    fake.do("advance", seconds=2 * 3600)


def case_device(fake):
    """Google's client has no device flow; these are the requests of its page."""
    def post(path, **form):
        data = urllib.parse.urlencode(form).encode()
        try:
            with urllib.request.urlopen(fake.address + path, data) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    fake.breaches()
    fake.do("account", email="tv@example.com")
    fake.do("deviceConsent", answer="wait")
    desktop, device = fake.do("client", kind="desktop"), fake.do("client", kind="device")
    same(post("/device/code", client_id=desktop["id"], scope=SCOPE_FILE)[0], 401, "a desktop client")
    same(post("/device/code", client_id=device["id"], scope=SCOPE_DRIVE)[1]["error"], "invalid_scope", "scope drive")
    code = post("/device/code", client_id=device["id"], scope=SCOPE_FILE)[1]
    poll = dict(
        client_id=device["id"], client_secret=device["secret"], device_code=code["device_code"],
        grant_type="urn:ietf:params:oauth:grant-type:device_code")
    same(post("/token", **poll)[1]["error"], "authorization_pending", "pending")
    same(fake.breaches(), set(), "breaches")
    same(post("/token", **poll)[1]["error"], "slow_down", "too early")
    same(fake.breaches(), {"pollTooEarly"}, "breaches")
    fake.do("approve", userCode=code["user_code"], email="tv@example.com")
    fake.do("advance", seconds=10)
    status, tokens = post("/token", **poll)
    same((status, tokens["scope"]), (200, SCOPE_FILE), "allowed")
    signed = user_credentials.Credentials(
        tokens["access_token"], refresh_token=tokens["refresh_token"], token_uri=fake.address + "/token",
        client_id=device["id"], client_secret=device["secret"])
    signed.refresh(google.auth.transport.requests.Request())
    fake.service(signed).files().list(fields="files(id)").execute()
    same(post("/revoke", token=signed.refresh_token)[0], 200, "revoked")
    same(post("/revoke", token=signed.refresh_token)[1]["error"], "invalid_token", "revoked twice")
    try:
        fake.service(user_credentials.Credentials(signed.token)).files().list(fields="files(id)").execute()
        raise AssertionError("a revoked token was taken")
    except (HttpError, RefreshError):
        pass
    fake.breaches()


def main():
    os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the fake is on this machine
    fake, failed = Fake(sys.argv[1]), 0
    cases = [value for name, value in globals().items() if name.startswith("case_")]
    for case in cases:
        try:
            case(fake)
        except Exception as error:
            failed += 1
            place = error.__traceback__
            while place.tb_next and place.tb_next.tb_frame.f_code.co_filename == __file__:
                place = place.tb_next
            print(f"check-drive: {case.__name__}, line {place.tb_lineno}: {type(error).__name__}: {error}")
            fake.do("removeFaults")
    if fake.end() != 0:
        print("check-drive: the fake did not end well")
        failed += 1
    requests = fake.calls
    if requests < 60:
        print(f"check-drive: only {requests} calls")
        failed += 1
    print(f"check-drive: {len(cases)} cases, {requests} calls of Google's client, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
