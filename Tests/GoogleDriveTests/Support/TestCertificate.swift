/// A certificate that signs itself, for servers that tests start on this machine: `localhost`, 127.0.0.1 and
/// `drive.example`. Nobody else trusts it, and its key guards nothing.
enum TestCertificate {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBB3b3JrcGhv
        dG9zIHRlc3RzMCAXDTAwMDEwMTAwMDAwMFoYDzIwOTkwMTAxMDAwMDAwWjAbMRkw
        FwYDVQQDDBB3b3JrcGhvdG9zIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
        QgAE7w09SSkjMs+7t5ckZlMISHAkhS/RgSPdOOGlJIwjPnKpJBzytPuJckkf4xra
        lNPaFjwESpmIT5ZlGOJfHhn+lKM+MDwwKQYDVR0RBCIwIIIJbG9jYWxob3N0hwR/
        AAABgg1kcml2ZS5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
        SAAwRQIgXYMDhn1OnWv4v1izkE9AGH68lzLHhLLha83sn17O82ACIQDkSkrKpCMz
        UecQerqRpWDTEuEASU5O/wOA4u5rq2qXGg==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgaqD2D++wmQS09L8l
        U6yPRNWhx8/+XyrnX+yjRpQWHGChRANCAATvDT1JKSMyz7u3lyRmUwhIcCSFL9GB
        I9044aUkjCM+cqkkHPK0+4lySR/jGtqU09oWPARKmYhPlmUY4l8eGf6U
        -----END PRIVATE KEY-----
        """
}
